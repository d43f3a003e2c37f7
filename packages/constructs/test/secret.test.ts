import {
  Aspects,
  Fn,
  Lazy,
  TerraformIterator,
  TerraformLocal,
  type TerraformStack,
  TerraformVariable,
  type TerraformVariableConfig,
  Testing,
  Token,
} from 'cdktf'
import { Category } from '../bindings/cdktf/category/index'
import { DataApplianceCategory } from '../bindings/cdktf/data-appliance-category/index'
import { DataApplianceLdapMember } from '../bindings/cdktf/data-appliance-ldap-member/index'
import { LdapMember } from '../bindings/cdktf/ldap-member/index'
import { problemsOfSecret, sourcesIn } from '../src/secret'
import { checkStackOf } from '../src/stack-checks'
import { synthesizedStack } from '../src/synthesized'
import { problemsIn, stackWithProvider } from './synthesized'

const secret = 'correct horse'
const plain =
  'The password of member "ann.lee" is plain text, which anyone can read in the configuration. Use a sensitive TerraformVariable.'

describe('a secret of a resource', () => {
  let stack: TerraformStack
  let member: LdapMember
  const variable = (id: string, config: TerraformVariableConfig = {}) =>
    new TerraformVariable(stack, id, { type: 'string', ...config })

  beforeEach(() => {
    stack = stackWithProvider()
    checkStackOf(stack)
    member = new LdapMember(stack, 'ann', {
      uid: 'ann.lee',
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann.lee@example.org',
      organization: 'acme',
    })
  })

  /** Without the secret, whatever the problems are. */
  function problems(): readonly string[] {
    const found = problemsIn(() => Testing.synth(stack, true))
    expect(found.join()).not.toMatch(/correct|horse/)
    return found
  }

  const texts: Readonly<Record<string, () => void>> = {
    'by a setter': () => {
      member.password = secret
    },
    'by an Aspect': () =>
      Aspects.of(stack).add({
        visit: (construct) => {
          if (construct instanceof LdapMember) construct.password = secret
        },
      }),
    'by an escape hatch': () => member.addOverride('password', secret),
    'by an escape hatch of the stack': () =>
      stack.addOverride(`resource.appliance_ldap_member.${member.friendlyUniqueId}.password`, secret),
    'as a number': () => member.addOverride('password', 12345678),
    'as a lazy text': () => {
      member.password = Lazy.stringValue({ produce: () => secret })
    },
    'as a token of a token': () => {
      member.password = Token.asString(Lazy.anyValue({ produce: () => Token.asString(secret) }))
    },
    'within a function': () => {
      member.password = Fn.sensitive(secret)
    },
    'within functions': () => {
      member.password = Fn.join('', [Fn.base64decode('Y29ycmVjdA=='), 'horse'])
    },
    'as a local value': () => {
      member.password = new TerraformLocal(stack, 'local', secret).asString
    },
    'as a local value of a local value': () => {
      const inner = new TerraformLocal(stack, 'inner', { ann: secret })
      member.password = new TerraformLocal(stack, 'outer', Fn.lookup(inner.asStringMap, 'ann', '')).asString
    },
    'by an iterator': () => {
      const people = TerraformIterator.fromMap({ ann: { password: secret } })
      member.forEach = people
      member.password = people.getString('password')
    },
    'beside a reference in a local value': () => {
      const bob = variable('bob', { sensitive: true }).stringValue
      new TerraformLocal(stack, 'people', { ann: { password: secret }, bob: { password: bob } })
      new TerraformLocal(stack, 'same', `\${local.people}`)
      member.password = `\${local.same["ann"].password}`
    },
    'beside references in what an iterator goes through': () => {
      const bob = variable('bob', { sensitive: true }).stringValue
      const people = TerraformIterator.fromMap({
        bob: { title: bob, password: bob },
        ann: { title: bob, password: secret },
      })
      member.forEach = people
      member.password = people.getString('password')
    },
    'as a key of what an iterator goes through': () => {
      const people = TerraformIterator.fromMap({ [secret]: variable('bob', { sensitive: true }).stringValue })
      member.forEach = people
      member.password = people.key
    },
    'by an attribute of another resource': () => {
      member.password = new Category(stack, 'ads', { name: 'Ads', description: secret }).description
    },
    'by an attribute of one of several resources': () => {
      const ads = new Category(stack, 'ads', { name: 'Ads', description: `correct-\${each.key}` })
      ads.addOverride('for_each', { horse: 'Ads' })
      member.password = `\${appliance_category.ads["horse"].description}`
    },
    'by an attribute of a data source': () => {
      member.password = `\${data.appliance_category.ads.name}`
      new DataApplianceCategory(stack, 'ads', { name: secret })
    },
    'by a loop in an expression': () => {
      member.password = `\${[for one in [{ password = "correct" }] : one.password][0]}horse`
    },
    'with a name that anyone can tell': () => {
      member.password = `correct-\${terraform.workspace}-\${path.module}-\${count.index}`
    },
  }

  it.each(Object.keys(texts))('is refused as a text that is set %s', (way) => {
    texts[way]?.()
    expect(problems()).toEqual([plain])
  })

  it('is taken from an attribute that a provider computes, that others change, or that comes from elsewhere', () => {
    const ads = new Category(stack, 'ads', { name: 'Ads', description: secret })
    const bob = variable('bob', { sensitive: true }).stringValue
    const password = (value: string) => {
      member.password = value
      return problems()
    }
    expect(password(ads.id)).toEqual([])
    expect(password(`\${appliance_category.elsewhere.description}`)).toEqual([])
    expect(password(new Category(stack, 'games', { name: 'Games', description: bob }).description)).toEqual(
      [],
    )
    expect(password(ads.description)).toEqual([plain])
    ads.lifecycle = { ignoreChanges: ['description'] }
    expect(password(ads.description)).toEqual([])
  })

  it('is refused as a write-only attribute as well', () => {
    member.passwordWo = secret
    member.passwordWoVersion = 1
    expect(problems()).toEqual([plain])
  })

  it('is refused in a resource that only an override of the stack brings', () => {
    stack.addOverride('resource.appliance_ldap_member.late', { password: secret })
    expect(problems()).toEqual([
      'The password of "appliance_ldap_member.late" is plain text, which anyone can read in the configuration. Use a sensitive ' +
        'TerraformVariable.',
    ])
  })

  it('is that of the resource whose login only Terraform knows', () => {
    member.uid = variable('login').stringValue
    member.password = secret
    expect(problems()).toEqual([
      'The password of "ann" is plain text, which anyone can read in the configuration. Use a sensitive TerraformVariable.',
    ])
  })

  it.each<[string, TerraformVariableConfig, string]>([
    ['is printed', {}, 'whose value Terraform prints. Set sensitive: true.'],
    [
      'has a default',
      { sensitive: true, default: secret },
      'whose default anyone can read in the configuration. Remove the default, and set the value when Terraform runs.',
    ],
  ])('is refused if it comes from a variable that %s, on whichever way', (_, config, reason) => {
    const shown = variable('shown', config)
    const refused = `The password of member "ann.lee" comes from the variable "shown", ${reason}`
    for (const value of [
      shown.stringValue,
      `\${var.shown}`,
      `begin-${shown.stringValue}-${shown.stringValue}`,
      Fn.sensitive(shown.stringValue),
      Lazy.stringValue({ produce: () => shown.stringValue }),
      new TerraformLocal(stack, 'local', shown.stringValue).asString,
    ]) {
      member.password = value
      expect(problems()).toEqual([refused])
    }
  })

  it('is refused if a default is added late', () => {
    const late = variable('late', { sensitive: true })
    member.password = late.stringValue
    late.addOverride('default', secret)
    expect(problems()).toEqual([expect.stringContaining('whose default anyone can read')])
  })

  const references: Readonly<Record<string, () => string>> = {
    'a sensitive variable': () => variable('secret', { sensitive: true }).stringValue,
    'a sensitive variable that may be null': () =>
      variable('secret', { sensitive: true, default: null }).stringValue,
    'an ephemeral variable': () => {
      const ephemeral = variable('secret')
      ephemeral.addOverride('ephemeral', true)
      return ephemeral.stringValue
    },
    'a data source': () => new DataApplianceLdapMember(stack, 'eve', { uid: 'eve.may' }).email,
    'an expression by hand': () => `\${ephemeral.vault_secret.ann.value}`,
    'a token': () => Token.asString({ resolve: () => `\${random_password.ann.result}` }),
    'a text with a secret in it': () =>
      `${variable('shown').stringValue}-${variable('secret', { sensitive: true }).stringValue}`,
    'a file on the machine that runs Terraform': () => Fn.file('/run/secrets/ann'),
    'a variable of a file beside the stack': () => `\${var.declared_elsewhere}`,
    'a local value': () =>
      new TerraformLocal(stack, 'local', { ann: variable('secret', { sensitive: true }).stringValue })
        .asString,
    'a part of a local value, beside a text': () => {
      const bob = variable('bob', { sensitive: true }).stringValue
      new TerraformLocal(stack, 'people', { ann: bob, title: 'Editor' })
      return `\${local.people.ann}`
    },
    'an iterator through people of whom all is known but this': () => {
      const ann = variable('ann_secret', { sensitive: true }).stringValue
      const people = TerraformIterator.fromMap({ ann: { title: 'Editor', password: ann } })
      member.forEach = people
      return people.getString('password')
    },
    'local values that are a circle, which Terraform reports': () => {
      const one = new TerraformLocal(stack, 'one', undefined)
      const two = new TerraformLocal(stack, 'two', one.asString)
      one.expression = two.asString
      return one.asString
    },
    'an iterator': () => {
      const people = TerraformIterator.fromMap(variable('people', { sensitive: true }).value)
      member.forEach = people
      return people.getString('password')
    },
  }

  it.each(Object.keys(references))('is accepted from %s', (way) => {
    member.password = references[way]?.() ?? ''
    expect(problems()).toEqual([])
  })

  it('says what stands in for it', () => {
    const alternative = ', or the environment variable APPLIANCE_TOKEN'
    expect(
      problemsOfSecret({ what: 'The token', value: secret, alternative }, synthesizedStack(stack)),
    ).toEqual([
      'The token is plain text, which anyone can read in the configuration. Use a sensitive TerraformVariable, or the environment ' +
        'variable APPLIANCE_TOKEN.',
    ])
  })

  it.each([undefined, null, ''])('is none if it is %p', (value) => {
    expect(problemsOfSecret({ what: 'The token', value }, synthesizedStack(stack))).toEqual([])
  })
})

describe('what a text takes its value from', () => {
  it.each([
    ['correct horse', []],
    [`a.b $\${var.password} %%{if c.d}`, []],
    [`\${var.password}`, ['var.password']],
    [`begin-\${var.password}\${ data . vault . ann }`, ['var.password', 'data.vault']],
    [`\${sensitive("correct.horse")}`, []],
    [`\${sensitive("correct \\"horse\\" battery.staple")}`, []],
    [`\${join("-", ["a.b", "\${upper("c.d")}", "\${local.e}"])}`, ['local.e']],
    [`\${merge({ "a.b" = "}" }, each.value)["password"]}`, ['each.value']],
    [`\${jsondecode("{}").a.b}`, []],
    [`\${ephemeral.vault_secret.ann.value}`, ['ephemeral.vault_secret']],
    [`\${appliance_ldap_member.x["a"].id}`, ['appliance_ldap_member.x']],
    [`%{ if var.a }b%{ else }c.d%{ endif }`, ['var.a']],
    [`\\\${var.password}`, ['var.password']],
    [`\${file("secret.txt")}`, ['file(']],
    [`\${templatefile("a.b", {})}-\${uuid()}`, ['templatefile(', 'uuid(']],
    [`\${provider::vault::read("a.b")}`, ['provider::vault::read(']],
    [`\${1.5 + 2}`, []],
    [`\${[for x in [{a="b"}] : x.a][0]}`, []],
    [`\${[for k, v in var.people : v.a][0]}`, ['var.people']],
  ])('%s', (text, sources) => {
    expect(sourcesIn(text).map(({ name }) => name)).toEqual(sources)
  })

  it.each([
    [`\${local.people.ann}`, ['ann']],
    [`a-\${local.people["ann.lee"][0].password}`, ['ann.lee', '0', 'password']],
    [`\${local.people[each.key].password}`, []],
    [`\${local.people}.ann`, []],
  ])('%s, and of which part', (text, path) => {
    expect(sourcesIn(text)[0]).toEqual({ name: 'local.people', path })
  })
})
