import { driftOf } from '../../src/drift/drift'
import { readSettings } from '../../src/findings/settings'
import { readRun } from '../../src/plan/messages'
import { readPlan } from '../../src/plan/plan'
import { formats } from '../../src/report/output'
import { reviewOf } from '../../src/review/review'
import { categoryChange, changeOf, planText, type WrittenChange } from './plans'
import { render, renderDrift } from './rendered'

/** A value that no report may contain, whatever its attribute: a site, a login and a name. */
const canary = 'canary.example'
/** The same for a number. */
const number = 51_234_567

type Values = Readonly<Record<string, unknown>>

/** A resource of each type, with the attributes that a configuration can fill. */
const resources: Readonly<Record<string, Values>> = {
  appliance_category: {
    id: '250',
    name: 'ads',
    description: 'Advertising',
    sites: ['a.example', 'b.example'],
    exceptions: ['c.example'],
    removal_limit: '10%',
    compile: true,
    verify: 'auto',
    on_remove: 'remove',
    on_destroy: 'remove',
    on_conflict: 'fail',
  },
  appliance_category_sites: {
    id: '251/list',
    category_id: '251',
    category_name: 'news',
    name: 'list',
    sites: ['d.example'],
    compile: true,
    on_remove: 'remove',
    on_destroy: 'remove',
  },
  appliance_certificate: {
    id: 'self_signed/0/mail.example',
    self_signed: { node_id: 0, common_name: 'mail.example', email: 'a@mail.example' },
    on_existing: 'fail',
  },
  appliance_hostname: { id: 'hostname', hostname: 'box.example' },
  appliance_ldap_group: { id: 'lab/5001', name: 'editors', organization: 'lab', gid: 5001 },
  appliance_ldap_group_membership: { id: 'ann/5001', uid: 'ann', gid: 5001 },
  appliance_ldap_member: {
    id: 'bob',
    uid: 'bob',
    first_name: 'Bob',
    last_name: 'Builder',
    email: 'bob@example.com',
    organization: 'lab',
    gid: 5002,
    title: 'Clerk',
    telephone_number: '1',
    mobile: '2',
  },
  appliance_ldap_service: { id: 'ldap', uninstall_on_destroy: true, running: true, version: '1' },
  appliance_operation: {
    id: 'operation',
    name: 'category_compile',
    arguments: { category_id: '250' },
    triggers: { a: 'b' },
  },
  appliance_rbl_delisting: { id: 'block', database: 'block', addresses: ['192.0.2.1'] },
}

/** What a resource is known by, and what each of these is made of. */
const madeOf: Readonly<Record<string, Readonly<Record<string, (values: Values) => unknown>>>> = {
  appliance_category_sites: { id: ({ category_id, name }) => `${category_id}/${name}` },
  appliance_certificate: {
    id: ({ self_signed }) => {
      const { node_id, common_name } = Object(self_signed)
      return `self_signed/${node_id}/${common_name}`
    },
  },
  appliance_ldap_group: { id: ({ organization, gid }) => `${organization}/${gid}` },
  appliance_ldap_group_membership: { id: ({ uid, gid }) => `${uid}/${gid}` },
  appliance_ldap_member: { id: ({ uid }) => uid },
  appliance_rbl_delisting: { id: ({ database }) => database },
}

/** A resource with a canary in one attribute, and the marks of the engine for it. */
function withCanary(type: string, attribute: string): readonly [Values, Values] {
  const base = resources[type] ?? {}
  const filled = filledWithCanary(base, attribute)
  const made = Object.entries(madeOf[type] ?? {}).map(([name, make]) => [name, make(filled)])
  return [{ ...filled, ...Object.fromEntries(made) }, marksOf(attribute)]
}

function filledWithCanary(values: Values, path: string): Values {
  const [name = '', ...rest] = path.split('.')
  const value = values[name]
  if (rest.length > 0) return { ...values, [name]: filledWithCanary(Object(value), rest.join('.')) }
  if (Array.isArray(value)) return { ...values, [name]: [...value, canary] }
  return { ...values, [name]: typeof value === 'number' ? number : canary }
}

function marksOf(path: string): Values {
  const [name = '', ...rest] = path.split('.')
  return { [name]: rest.length > 0 ? marksOf(rest.join('.')) : true }
}

/** The attributes that a person can fill with something: those that choose among a few words are none. */
function attributesOf(values: Values, prefix = ''): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (!prefix && (name === 'id' || name === 'category_name')) return []
    if (typeof value === 'boolean' || chosen.has(name)) return []
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return attributesOf(value as Values, `${prefix}${name}.`)
    return [`${prefix}${name}`]
  })
}

const chosen: ReadonlySet<string> = new Set([
  'verify',
  'on_remove',
  'on_destroy',
  'on_conflict',
  'on_existing',
  'version',
])

const cases = Object.entries(resources).flatMap(([type, values]) =>
  attributesOf(values).map((attribute) => [type, attribute] as const),
)

/** What plans do with a resource: the block is removed, changed, or new, and something else has changed meanwhile. */
function plansWith(
  type: string,
  attribute: string,
): readonly (readonly [string, readonly WrittenChange[]])[] {
  const [secret, marks] = withCanary(type, attribute)
  const address = `${type}.a`
  const both = { before_sensitive: marks, after_sensitive: marks }
  const plain = resources[type] ?? {}
  const change = (
    before: Values | null,
    after: Values | null,
    actions?: readonly string[],
    moreMarks: Values = {},
  ) => changeOf(address, before, after, { change: { ...both, ...moreMarks, ...(actions && { actions }) } })
  return [
    ['removes the block', [change(secret, null)]],
    ['forgets it', [change(secret, null, ['forget'])]],
    ['creates it', [change(null, secret)]],
    ['replaces it', [change(secret, secret, ['delete', 'create'])]],
    ['changes its value', [change(plain, secret, ['update'], { before_sensitive: {} })]],
    ['takes its value away', [change(secret, plain, ['update'], { after_sensitive: {} })]],
    ['leaves it as it is', [change(secret, secret, ['no-op'])]],
    ['moves it', [{ ...change(secret, secret, ['no-op']), previous_address: `${type}.former` }]],
  ]
}

/** What the engine prints of a warning: of a removed block without its address. */
function saying(text: string, code: string, address?: string) {
  const detail = `Something happens to ${text}.\n\nRemove ${text}.\n\n[appliance:${code}]`
  const diagnostic = {
    severity: 'warning',
    summary: 'Sites will be removed from a category',
    detail,
    address,
  }
  return JSON.stringify({ diagnostic })
}

const secrets = [canary, String(number), number.toLocaleString('en')]

describe.each(cases)('a sensitive value of %s in %s', (type, attribute) => {
  const others = [
    categoryChange('other', ['a.example'], ['z.example']),
    // Has the number of the category, which shows as its name.
    changeOf(
      'appliance_category_sites.beside',
      {
        ...resources.appliance_category_sites,
        category_id: '250',
        id: '250/list',
        category_name: nameOf(type, attribute),
      },
      {
        ...resources.appliance_category_sites,
        category_id: '250',
        id: '250/list',
        category_name: nameOf(type, attribute),
        sites: [],
      },
    ),
  ]
  const messages = readRun(
    [
      saying(canary, 'sites-removed'),
      saying(String(number), 'stays'),
      saying(canary, 'sites-removed', `${type}.a`),
      saying(canary, 'sites-overlap', 'appliance_category.other'),
    ].join('\n'),
  ).messages

  it.each(plansWith(type, attribute))('is in no report of a plan that %s', async (_, changes) => {
    const plan = readPlan(planText([...changes, ...others], { resource_drift: changes }))
    const settings = readSettings('{"diagnostics": {"sites-removed": "warning", "stays": "warning"}}')
    const review = await reviewOf(plan, settings, messages)
    const drift = await driftOf(plan, { messages, asked: new Set() }, settings)
    const reports = formats.flatMap((format) => [render(review, format), renderDrift(drift, format)])
    expect(secrets.filter((secret) => reports.some((report) => report.includes(secret)))).toEqual([])
  })
})

describe('a sensitive value that the appliance writes in another form', () => {
  it.each([
    ['the name of a category', { name: 'Gehéimnis', sites: [] }, { name: true }, 'Geheimnis'],
    ['a site', { name: 'ads', sites: ['www.Bücher.example'] }, { sites: true }, 'xn--bcher-kva.example'],
  ])('is in no warning about something else: %s', async (_, values, marks, stored) => {
    const hiding = { change: { before_sensitive: marks, after_sensitive: marks } }
    const secret = changeOf('appliance_category.a', values, values, hiding)
    const changes = [secret, categoryChange('other', ['a.example'], ['z.example'])]
    const { messages } = readRun(saying(stored, 'sites-moved', 'appliance_category.other'))
    const review = await reviewOf(readPlan(planText(changes)), undefined, messages)
    expect(render(review, 'text')).toContain('sites-moved')
    expect(render(review, 'text')).not.toContain(stored)
  })
})

function nameOf(type: string, attribute: string): string {
  return type === 'appliance_category' && attribute === 'name' ? canary : 'ads'
}
