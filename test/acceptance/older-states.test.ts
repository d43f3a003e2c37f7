import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

const blocks = [
  category('ads', 'sites = ["a.example"]'),
  `resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann@example.org"
  organization = "acme"
}
`,
]

/** As the provider wrote them at commit 1f3d8beb, which took redirects, beginnings of names, ranges and names that end in a number for sites. */
const formerly = {
  sites_file: null,
  exceptions: null,
  exceptions_file: null,
  list_exceptions: null,
  sites_files: null,
  on_invalid_line: 'skip',
  allow_empty: false,
  on_conflict: 'keep',
  on_remove: 'remove',
  removal_limit: null,
  compile: true,
  verify: 'auto',
  compiled: true,
  file_sites: null,
  sites_packed: null,
  description: '',
  on_destroy: 'remove',
  deletion_protection: null,
}
const states = [
  {
    attributes: { ...formerly, name: 'inline', id: '250', sites: ['a.example', '0x7f.1', 'A.b.123'] },
    private:
      'eyJyZWNvcmQiOnsiZmlyc3RfYWRkZWQiOlsiYS5leGFtcGxlIiwiMHg3Zi4xIiwiYS5iLjEyMyJdfSwib2JqZWN0IjoiZTA4MTY1Y2QtMjQ3Yi00MDQ5LWIxMTgtMjZmMGUzYjQ1YmEyIn0=',
  },
  {
    attributes: {
      ...formerly,
      name: 'family',
      id: '251',
      sites: null,
      sites_file: 'family.txt',
      file_sites: {
        count: 11,
        digest: 'sha256:8fc34d993d22cab79db03e24d7e991643029eb581772732d71f2afc6737d34dd',
        file_digest: '71e0fc8ea88ea92b78e08fbb73a9401c357cb780350b9c262a9c87dc60d51c5d',
        missing: null,
      },
      sites_packed:
        '1:Ncs5CsAwDERRlWIOI7zEB5KDIJCFkHGR46cILn7xii9u3XKpkJystDaDMFm8ft5HQJmhLFBWKBcoG5Thz7pBu1875Nc8bAQHPg==',
    },
    private:
      'eyJyZWNvcmQiOnsiZmlyc3RfYWRkZWQiOlsiYS5iLjEyMyIsIjEwLjI1NS4yNTUuMjU1IiwiczAuZXhhbXBsZSIsInMxLmV4YW1wbGUiLCJzMi5leGFtcGxlIiwiczMuZXhhbXBsZSIsInM0LmV4YW1wbGUiLCJzNS5leGFtcGxlIiwic2VhcmNoLmV4YW1wbGUiLCJiYW5rLmV4YW1wbGUiXSwicmVhZGluZyI6IjQ6YWxsIn0sIm9iamVjdCI6ImU3ZWViYTBjLTIyY2UtNDVjYi1hMmM2LTI3MmUxOWZhM2FkOSJ9',
  },
  {
    attributes: {
      ...formerly,
      name: 'few',
      id: '252',
      sites: null,
      sites_file: 'few.txt',
      file_sites: {
        count: 31,
        digest: 'sha256:646073b804152d468454966972ad42f19c0f5af47b7e9e630c7ad2b2826ad1b6',
        file_digest: '9482c94623b36fd6150ce6db2027226f5d607d6d7802e8707301fe82671011e9',
        missing: null,
      },
      sites_packed: '1:YygxNNBLrUjMLchJ5eIsMeLiLOHiKDE0RGKDaBjbGIltgsQ2RWKbIbHNkdgWSGxLOLssMyU1nwsA',
    },
    private:
      'eyJyZWNvcmQiOnsiZmlyc3RfYWRkZWQiOlsidDEwLmV4YW1wbGUiLCJ0MjAuZXhhbXBsZSIsInQwLmV4YW1wbGUiLCJ0MTEuZXhhbXBsZSIsInQyMS5leGFtcGxlIiwidDEuZXhhbXBsZSIsInQxMi5leGFtcGxlIiwidDIyLmV4YW1wbGUiLCJ0Mi5leGFtcGxlIiwidDEzLmV4YW1wbGUiXSwicmVhZGluZyI6IjQ6YWxsIn0sIm9iamVjdCI6IjdlMzRjMDU0LTM0ZTEtNGI2ZC04Mjc1LWNhZjhmM2RhYjE4MSJ9',
  },
]

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
const few = numbers(30).map((number) => `t${number}.example`)
const blocked = numbers(6).map((number) => `s${number}.example`)
const listsOf = {
  'family.txt': [
    ...blocked.map((site) => `0.0.0.0 ${site}`),
    '216.239.38.120 search.example',
    '216.239.38.120 www.search.example.test',
    '0.0.0.0 a.b.123',
    '||bank.example.',
    '10.0.0.0 - 10.255.255.255',
  ],
  'few.txt': [...few.map((site) => `0.0.0.0 ${site}`), '216.239.38.120 video.example'],
}

describeWithEngine('a state of a release that read lists otherwise', () => {
  let trial: Trial

  beforeEach(async () => {
    trial = await Trial.open({})
    for (const [name, lines] of Object.entries(listsOf)) await trial.list(name, ...lines)
    trial.byHand('inline', 'a.example', '0x7f.1', 'a.b.123')
    trial.byHand(
      'family',
      ...blocked,
      ...['search.example', 'search.example.test', 'a.b.123', 'bank.example', '10.255.255.255'],
    )
    trial.byHand('few', ...few, 'video.example')
    await trial.applied(category('inline'), category('family'), category('few'))
    const file = join(trial.workspace.folder, 'terraform.tfstate')
    const state: StateFile = JSON.parse(await readFile(file, 'utf8'))
    for (const resource of state.resources) {
      const former = states.find(({ attributes }) => attributes.name === resource.name)
      resource.instances = resource.instances.map((instance) => ({ ...instance, ...former }))
    }
    await writeFile(file, JSON.stringify({ ...state, serial: state.serial + 1 }))
  })

  afterEach(() => trial.close())

  const inline = category('inline', 'sites = ["a.example"]')
  const fewFile = category('few', 'sites_file = "few.txt"')
  const family = (...attributes: readonly string[]) =>
    category('family', 'sites_file = "family.txt"', ...attributes)

  it('keeps names that end in a number through refreshes, until they are removed', async () => {
    const { workspace } = trial
    const kept = category('inline', 'sites = ["a.example"]', 'on_conflict = "keep"')
    await workspace.write([kept, family('removal_limit = "100%"'), fewFile].join('\n'))
    await workspace.apply('-refresh-only')
    expect(await workspace.state('appliance_category.inline')).toMatchObject({
      sites: ['a.example', '0x7f.1', 'A.b.123'],
    })
    const { writes } = await trial.applied(inline, family('removal_limit = "100%"'), fewFile)
    expect(writes.join(' ')).toMatch(/0x7f\.1.*a\.b\.123|a\.b\.123.*0x7f\.1/)
    expect(trial.active('inline')).toEqual(['a.example'])
    await trial.nothingToDo()
  })

  it('is read again, and the first plan names what leaves a list, and why', async () => {
    // Of similar warnings, Terraform prints one.
    const limited = category('family', 'sites = []', 'removal_limit = "100%"')
    const said = await trial.planned(inline, limited, fewFile)
    expect(said).toContain('[appliance:sites-read-otherwise]')
    expect(said).toContain(
      '1 site of category "few" leaves the list of "few.txt" only because this release of the provider reads lines of it differently than the ' +
        'release that applied it (1 forwarding rule): video.example.',
    )
    await trial.applied(inline, limited, fewFile)
    expect(trial.active('few')).toEqual([...few].sort())
    const then = await trial.nothingToDo()
    expect(then).not.toContain('read-otherwise')
  })

  it('is refused where more than a tenth of a list would leave, until the configuration permits it', async () => {
    const said = await trial.refused(inline, family(), fewFile)
    expect(said).toContain('[appliance:removal-limit-exceeded]')
    expect(said).toContain('(2 forwarding rules, 1 pattern, 1 network): ')
    for (const site of ['search.example', 'search.example.test', 'a.b.123', 'bank.example', '10.255.255.255'])
      expect(said).toContain(site)
    expect(said).toContain('more than a tenth of the 11 sites')
    expect(await trial.refused(inline, family('on_remove = "keep"'), fewFile)).toContain(
      'set removal_limit = "5"',
    )
    expect(await trial.refused(inline, family('removal_limit = "4"'), fewFile)).toContain(
      '[appliance:removal-limit-exceeded]',
    )
    await trial.applied(inline, family('removal_limit = "5"'), fewFile)
    expect(trial.active('family')).toEqual(blocked)
    await trial.applied(inline, family(), fewFile)
    await trial.nothingToDo()
  })

  it('is refused and warned of by the lines that are left out, if the file has changed as well', async () => {
    await trial.list('family.txt', ...listsOf['family.txt'].slice(1), '0.0.0.0 new.example')
    await trial.list('few.txt', ...listsOf['few.txt'].slice(1))
    const said = await trial.refused(inline, family(), fewFile)
    expect(said).toContain('5 sites of category "family" leave the list of "family.txt" only because')
    const warned = await trial.planned(
      inline,
      category('family', 'sites = []', 'removal_limit = "100%"'),
      fewFile,
    )
    expect(warned).toContain('1 site of category "few" leaves the list of "few.txt" only because')
  })

  it('can be destroyed', async () => {
    await trial.applied()
    const left = ['inline', 'family', 'few'].flatMap((name) => trial.active(name))
    // What a compile adds to an empty category.
    expect(left.filter((site) => !site.endsWith('.invalid'))).toEqual([])
  })
})

interface StateFile {
  readonly serial: number
  readonly resources: {
    readonly name: string
    instances: readonly { readonly attributes: unknown; readonly private?: string }[]
  }[]
}

describeWithEngine('the state of a build before this release', () => {
  let trial: Trial

  afterEach(() => trial.close())

  it('is rejected, and what the message says works', async () => {
    trial = await Trial.open({ directory: { service: 'running', withoutPassword: 'accepted' } })
    await trial.applied(...blocks)
    const file = join(trial.workspace.folder, 'terraform.tfstate')
    const state: { resources: { instances: { schema_version: number }[] }[]; serial: number } = JSON.parse(
      await readFile(file, 'utf8'),
    )
    for (const { instances } of state.resources) for (const instance of instances) instance.schema_version = 0
    await writeFile(file, JSON.stringify({ ...state, serial: state.serial + 1 }))
    const said = await trial.refused(...blocks)
    expect(said).toContain('[appliance:state-too-old]')
    expect(said).toContain('terraform state rm ADDRESS, then import it')
    const { workspace } = trial
    const objects = [
      ['appliance_category.ads', 'ads'],
      ['appliance_ldap_member.ann', 'ann.lee'],
    ] as const
    for (const [address] of objects) await workspace.run('state', 'rm', address)
    for (const [address, id] of objects) await workspace.imported(address, id)
    await trial.applied(...blocks)
    expect(trial.active('ads')).toEqual(['a.example'])
    await trial.nothingToDo()
  })
})
