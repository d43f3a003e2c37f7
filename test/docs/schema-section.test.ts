import { bool, integer, listOf, mapOf, nestedList, nestedObject, string } from '@webfilter/terraform-plugin'
import { schemaSection } from '../../scripts/docs/schema-section'

describe('the schema of a page', () => {
  it('groups attributes by who gives them, in the order of the alphabet', () => {
    const text = schemaSection({
      size: integer({ optional: true, description: 'How large.' }),
      name: string({ required: true, description: 'How called.' }),
      area: string({ optional: true, computed: true, description: 'Where.' }),
      id: string({ computed: true, description: 'Number.' }),
    })
    expect(text).toBe(`## Schema

### Required

- \`name\` (String) How called.

### Optional

- \`area\` (String) Where.
- \`size\` (Number) How large.

### Read-Only

- \`id\` (String) Number.`)
  })

  it('marks what is secret, and what is kept nowhere', () => {
    const text = schemaSection({
      password: string({ optional: true, sensitive: true, description: 'Kept.' }),
      password_wo: string({ optional: true, sensitive: true, writeOnly: true, description: 'Not kept.' }),
    })
    expect(text).toContain('- `password` (String, Sensitive) Kept.')
    expect(text).toMatch(/- `password_wo` \(String, Sensitive, \[Write-only\]\(https:\S+\)\) Not kept\./)
  })

  it('states what is allowed, the default, what replaces, and the environment variable', () => {
    const text = schemaSection({
      mode: string({ default: 'keep', oneOf: ['keep', 'move'], description: 'How.' }),
      compile: bool({ default: false, description: 'Whether.' }),
      name: string({ required: true, requiresReplace: true, description: 'Who.' }),
      url: string({ optional: true, environment: 'APPLIANCE_BASE_URL', description: 'Where.' }),
      old: string({ optional: true, deprecated: 'Use `url`.', description: 'Where.' }),
    })
    expect(text).toContain('- `mode` (String) How. Valid values are `keep` and `move`. Defaults to `keep`.')
    expect(text).toContain('- `compile` (Boolean) Whether. Defaults to `false`.')
    expect(text).toContain('- `name` (String) Who. Changing this replaces the resource.')
    expect(text).toContain('- `url` (String) Where. Environment variable: `APPLIANCE_BASE_URL`.')
    expect(text).toContain('- `old` (String, Deprecated) Where. **Deprecated.** Use `url`.')
  })

  it('lays out nested attributes after the others, each under an anchor that is linked', () => {
    const text = schemaSection({
      endpoint: nestedObject(
        {
          headers: mapOf('string', { optional: true, description: 'Headers.' }),
          ports: nestedList(
            { numbers: listOf('number', { required: true, description: 'Numbers.' }) },
            { optional: true, description: 'Ports.' },
          ),
        },
        { optional: true, description: 'Where.' },
      ),
    })
    expect(text).toBe(`## Schema

### Optional

- \`endpoint\` (Attributes) Where. (see [below for nested schema](#nestedatt--endpoint))

<a id="nestedatt--endpoint"></a>
### Nested Schema for \`endpoint\`

Optional:

- \`headers\` (Map of String) Headers.
- \`ports\` (Attributes List) Ports. (see [below for nested schema](#nestedatt--endpoint--ports))

<a id="nestedatt--endpoint--ports"></a>
### Nested Schema for \`endpoint.ports\`

Required:

- \`numbers\` (List of Number) Numbers.`)
  })

  it('lays out once the nested attributes that differ only in their environment variables', () => {
    const endpoint = (variable: string) =>
      nestedObject(
        { url: string({ optional: true, environment: variable, description: 'Where.' }) },
        { optional: true, description: 'Endpoint.' },
      )
    const text = schemaSection({ first: endpoint('FIRST_URL'), second: endpoint('SECOND_URL') })
    expect(text.split('\n\n').slice(-3).join('\n\n')).toBe(`<a id="nestedatt--first"></a>
<a id="nestedatt--second"></a>
### Nested Schema for \`first\` and \`second\`

Optional:

- \`url\` (String) Where. Environment variables: \`FIRST_URL\` and \`SECOND_URL\`.`)
  })

  it('leads to the page that has the same attribute, for what follows its first sentence', () => {
    const further = 'Others stay, and a destroy removes these unless the settings say otherwise.'
    const sites = string({ optional: true, default: '', description: `Sites. ${further}` })
    const size = integer({ optional: true, description: 'How large. In bytes.' })
    const name = string({ optional: true, description: `How called. ${further}` })
    const other = { sites, size, name: string({ optional: true, description: `Who. ${further}` }) }
    expect(schemaSection({ sites, size, name }, { attributes: other, page: 'other.md' })).toBe(`## Schema

### Optional

- \`name\` (String) How called. ${further}
- \`sites\` (String) Sites. [More](other.md#optional). Defaults to \`\`.
- \`size\` (Number) How large. In bytes.`)
  })
})
