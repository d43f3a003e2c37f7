import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Aspects,
  DataResource,
  Fn,
  Lazy,
  TerraformIterator,
  type TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf'
import type {} from 'cdktf/lib/testing/adapters/jest'
import { Category } from '../bindings/cdktf/category/index'
import { CategorySites } from '../bindings/cdktf/category-sites/index'
import { LdapService } from '../bindings/cdktf/ldap-service/index'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'
import { ExistingCategory } from '../src/existing-category'
import { FilteringPolicy } from '../src/filtering-policy'
import {
  addressOf,
  itWithTerraform,
  problemsIn,
  reference,
  resourcesIn,
  stackWithProvider,
  warningsIn,
} from './synthesized'

Testing.setupJest()

describe('a filtering policy', () => {
  let stack: TerraformStack

  beforeEach(() => {
    stack = stackWithProvider()
  })

  it('declares a category for each key, with its options', () => {
    new FilteringPolicy(stack, 'policy', {
      categories: {
        ads: { name: 'Advertising', sites: ['doubleclick.net', 'adserver.example'] },
        partners: { name: 'Partners', sites: ['supplier.example'], onDestroy: 'keep', compile: false },
      },
    })
    const synthesized = Testing.synth(stack, true)
    expect(synthesized).toHaveResourceWithProperties(Category, {
      name: 'Advertising',
      sites: ['doubleclick.net', 'adserver.example'],
    })
    expect(synthesized).toHaveResourceWithProperties(Category, {
      name: 'Partners',
      on_destroy: 'keep',
      compile: false,
    })
  })

  it('touches one category where that gets another name, and none where the order is another one', () => {
    const [ads, games] = [{ sites: ['ads.example'] }, { name: 'Games', sites: ['games.example'] }]
    new FilteringPolicy(stack, 'policy', { categories: { ads: { name: 'Ads', ...ads }, games } })
    const renamed = stackWithProvider()
    new FilteringPolicy(renamed, 'policy', { categories: { games, ads: { name: 'Advertising', ...ads } } })

    const [before, after] = [stack, renamed].map((each) => resourcesIn(each, 'appliance_category'))
    expect(Object.keys(after ?? {}).sort()).toEqual(Object.keys(before ?? {}).sort())
    const changed = Object.keys(before ?? {}).filter(
      (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
    )
    expect(changed).toEqual([expect.stringMatching(/^policy_ads_/)])
  })

  it('lets the resources be changed past it', () => {
    const { categories } = new FilteringPolicy(stack, 'policy', { categories: { ads: { name: 'Ads' } } })
    categories.ads.sitesFile = '/var/lists/ads.txt'
    categories.ads.addOverride('lifecycle.create_before_destroy', true)
    expect(Object.values(resourcesIn(stack, 'appliance_category'))).toEqual([
      { name: 'Ads', sites_file: '/var/lists/ads.txt', lifecycle: { create_before_destroy: true } },
    ])
  })

  it('is refused with all of its problems at once', () => {
    new FilteringPolicy(stack, 'policy', {
      categories: {
        ads: { name: 'Ads', sites: ['ads.example', 'co.uk', 'https://ads.example/'] },
        games: { name: 'Games', sites: ['www.ADS.example', 'com'] },
        many: { name: 'Many', sites: Array.from({ length: 1_001 }, (_, index) => `${index}.many.example`) },
      },
    })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      expect.stringMatching(/^Category "many" has 1,001 sites inline/),
      expect.stringMatching(/^Category "ads" contains public suffixes, .*: "co\.uk"\./),
      expect.stringMatching(/^Category "games" contains public suffixes, .*: "com"\./),
      expect.stringMatching(/^In category "ads", "https:\/\/ads\.example\/" begins with the scheme/),
      expect.stringMatching(/^Categories "ads" and "games" have sites in common: "ads\.example"\./),
    ])
  })

  it('may have a site in two categories where the exceptions of one leave it out', () => {
    new FilteringPolicy(stack, 'policy', {
      categories: {
        ads: { name: 'Ads', sites: ['cdn.example', 'a.games.example'], exceptions: ['games.example'] },
        games: { name: 'Games', sites: ['a.games.example', 'cdn.example'], exceptions: ['www.cdn.example'] },
        both: { name: 'Both', sites: ['cdn.example'] },
      },
    })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      expect.stringMatching(/^Categories "ads" and "both" have sites in common: "cdn\.example"\./),
    ])
  })

  it('may have a site in two categories where it names it', () => {
    new FilteringPolicy(stack, 'policy', {
      categories: {
        ads: { name: 'Ads', sites: ['cdn.example'] },
        games: { name: 'Games', sites: ['cdn.example'] },
      },
      sharedSites: ['www.cdn.example'],
    })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([])
  })

  it('leaves references to Terraform', () => {
    const list = new TerraformVariable(stack, 'list', { type: 'list(string)' })
    const site = new TerraformVariable(stack, 'site', { type: 'string' })
    new FilteringPolicy(stack, 'policy', {
      categories: {
        all: { name: 'All', sites: list.listValue },
        one: { name: 'One', sites: [site.stringValue, `www.${site.stringValue}`, reference('var.site')] },
        other: { name: 'Other', sites: [site.stringValue], sitesFile: site.stringValue },
      },
      sharedSites: list.listValue,
    })
    expect(Object.values(resourcesIn(stack, 'appliance_category'))).toEqual([
      { name: 'All', sites: reference('var.list') },
      { name: 'One', sites: [reference('var.site'), `www.${reference('var.site')}`, reference('var.site')] },
      { name: 'Other', sites: [reference('var.site')], sites_file: reference('var.site') },
    ])
  })

  describe('as it is synthesized', () => {
    const categories = { ads: { name: 'Ads', sites: ['ads.example'] }, games: { name: 'Games' } }
    const inCommon = [
      expect.stringMatching(/^Categories "ads" and "games" have sites in common: "ads\.example"\./),
    ]

    it.each<[string, (games: Category) => void]>([
      ['a setter', (games) => Object.assign(games, { sites: ['www.ads.example'] })],
      ['an override', (games) => games.addOverride('sites', ['ads.example'])],
      [
        'a Lazy list',
        (games) => Object.assign(games, { sites: Lazy.listValue({ produce: () => ['ads.example'] }) }),
      ],
      [
        'an Aspect',
        (games) => Aspects.of(games).add({ visit: () => Object.assign(games, { sites: ['ads.example'] }) }),
      ],
    ])('is refused for what %s brings', (_, change) => {
      change(new FilteringPolicy(stack, 'policy', { categories }).categories.games)
      expect(problemsIn(() => Testing.synth(stack, true))).toEqual(inCommon)
      expect(problemsIn(() => Testing.fullSynth(stack))).toEqual(inCommon)
    })

    it('takes what a setter has corrected', () => {
      const policy = new FilteringPolicy(stack, 'policy', {
        categories: {
          ads: { name: 'Ads', sites: ['co.uk', 'ads.example'] },
          file: { name: 'File', sitesFile: 'no/such/file.txt' },
          gone: { name: 'Gone', sites: ['ads.example'] },
        },
      })
      policy.categories.ads.sites = ['ads.example']
      policy.categories.file.sitesFile = '/var/lists/file.txt'
      policy.categories.gone.moveToId('appliance_category.elsewhere')
      expect(problemsIn(() => Testing.synth(stack, true))).toEqual([])
    })

    it('takes shared sites that are known only then', () => {
      const sharedSites = Lazy.listValue({ produce: () => ['ads.example'] })
      new FilteringPolicy(stack, 'policy', {
        categories: { ...categories, games: { name: 'Games', sites: ['ads.example'] } },
        sharedSites,
      })
      expect(warningsIn(stack)).toEqual([])
    })
  })

  it('takes whatever brings a whole list', () => {
    const map = TerraformIterator.fromMap({ social: ['social.example'], games: ['play.example'] })
    const list = TerraformIterator.fromList(['one', 'two'])
    const sites = new TerraformVariable(stack, 'sites', { type: 'list(string)' })
    new FilteringPolicy(stack, 'policy', {
      categories: {
        a: { name: Token.asString(map.key), sites: map.value, forEach: map },
        b: { name: Token.asString(list.value), sites: [Token.asString(list.value)], forEach: list },
        c: { name: 'C', sites: Token.asList(sites.value) },
        d: { name: 'D', sites: Fn.concat([sites.listValue, ['d.example']]) },
        e: { name: 'E', sites: sites.value },
        f: { name: 'F', sites: Lazy.anyValue({ produce: () => ['f.example', 'F.example'] }) },
      },
    })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      expect.stringMatching(/^Category "f" contains sites a second time: "f\.example" as "F\.example"\./),
    ])
    const { resource } = JSON.parse(Testing.synth(stack))
    expect(Object.values(resource.appliance_category)).toEqual([
      expect.objectContaining({ name: reference('each.key'), sites: reference('each.value') }),
      expect.objectContaining({ name: reference('each.value'), sites: [reference('each.value')] }),
      { name: 'C', sites: reference('var.sites') },
      { name: 'D', sites: reference('concat(var.sites, ["d.example"])') },
      { name: 'E', sites: reference('var.sites') },
      { name: 'F', sites: ['f.example', 'F.example'] },
    ])
  })

  describe('that an app adds to', () => {
    let policy: FilteringPolicy<'ads' | 'feed' | 'listed' | 'none'>
    beforeEach(() => {
      const sites = new TerraformVariable(stack, 'sites', { type: 'list(string)' }).listValue
      policy = new FilteringPolicy(stack, 'policy', {
        categories: {
          ads: { name: 'Ads', sites: ['ads.example'] },
          feed: { name: 'Feed', sitesFile: reference('var.feed') },
          listed: { name: 'Listed', sites },
          none: { name: 'None' },
        },
      })
    })

    it('has a category more, which it checks, under the key as its ID', () => {
      const games = policy.addCategory('games', { name: 'Games', sites: ['ads.example'], onConflict: 'fail' })
      expect(games.node.path).toBe('stack/policy/games')
      expect(policy.categories).toHaveProperty('games', games)
      expect(policy.resources).toContain(games)
      expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
        expect.stringMatching(/^Categories "ads" and "games" have sites in common/),
      ])
    })

    it('has no key twice', () => {
      expect(() => policy.addCategory('ads', { name: 'Other' })).toThrow(/'ads'/)
      expect(policy.categories.ads.nameInput).toBe('Ads')
    })

    it('has sites more, each once', () => {
      policy.addSites('ads', 'new.example', 'www.ADS.example', 'new.example.', reference('var.site'))
      policy.addSites(policy.categories.none, 'none.example')
      policy.addSites(
        policy.addCategory('games', { name: 'Games', sites: ['play.example'] }),
        'cards.example',
      )
      const sitesOf = (name: string) =>
        Object.values(resourcesIn(stack, 'appliance_category')).find((each) => each.name === name)?.sites
      expect(sitesOf('Ads')).toEqual(['ads.example', 'new.example', reference('var.site')])
      expect(sitesOf('None')).toEqual(['none.example'])
      expect(sitesOf('Games')).toEqual(['play.example', 'cards.example'])
    })

    it('is refused where a list cannot take sites, with all of its problems at once', () => {
      const bare = new Category(stack, 'bare', { name: 'Bare' })
      policy.addSites('feed', 'a.example')
      policy.addSites('listed', 'a.example')
      policy.addSites('ads', ...new TerraformVariable(stack, 'more', { type: 'list(string)' }).listValue)
      policy.addSites(bare, 'a.example')
      // @ts-expect-error: the policy has no such key
      policy.addSites('adz', 'a.example')
      expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
        expect.stringMatching(/^Category "feed" has a file, so the program cannot add sites to it\. Add/),
        expect.stringMatching(/^Category "listed" has a list that is a reference, so .*\. Join the lists/),
        expect.stringMatching(/^Category "ads" has a list that is a reference/),
        expect.stringMatching(/^Category "bare" is not in the policy, so no sites can be added to it\./),
        expect.stringMatching(/^Category "adz" is not in the policy/),
      ])
    })

    it('has lists in categories of others, and checks them like its own', () => {
      const malware = ExistingCategory.fromId(stack, 'malware', '250')
      const list = policy.addExisting('desk', malware, { sites: ['phish.example'], onRemove: 'keep' })
      policy.addSites(list, 'ads.example')
      expect(policy.resources).toContain(list)
      expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
        expect.stringMatching(/^Categories "ads" and "desk" have sites in common: "ads\.example"\./),
      ])
      list.sites = ['phish.example']
      expect(resourcesIn(stack, 'appliance_category_sites')).toEqual({
        [list.friendlyUniqueId]: {
          category_id: '250',
          name: 'desk',
          sites: ['phish.example'],
          on_remove: 'keep',
        },
      })
      expect(list.node.path).toBe('stack/policy/desk')
    })
  })

  it('imports categories that exist, from the appliance that has them', () => {
    const other = new ApplianceProvider(stack, 'other', { alias: 'other' })
    const { categories } = new FilteringPolicy(stack, 'policy', {
      categories: {
        ads: { name: 'Ads', sites: ['ads.example'], importId: 'Ads' },
        games: { name: 'Games', sites: ['play.example'], importId: '250', provider: other },
        fresh: { name: 'Fresh', sites: ['fresh.example'] },
      },
    })
    expect(JSON.parse(Testing.synth(stack)).import).toEqual([
      { to: addressOf(categories.ads), id: 'Ads' },
      { to: addressOf(categories.games), id: '250', provider: 'appliance.other' },
    ])
  })

  itWithTerraform('is refused if an import would be of several categories', () => {
    const forEach = TerraformIterator.fromList(['one', 'two'])
    new FilteringPolicy(stack, 'policy', {
      categories: { each: { name: Token.asString(forEach.value), forEach, importId: 'one' } },
    })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      expect.stringMatching(/^Category "each" has importId, but is several categories\./),
    ])
  })

  it('waits for what it depends on, and others wait for it', () => {
    const [service, other] = ['directory', 'other'].map((id) => new LdapService(stack, id, {}))
    const policy = new FilteringPolicy(stack, 'policy', {
      categories: { ads: { name: 'Ads' }, games: { name: 'Games', dependsOn: [other as LdapService] } },
      dependsOn: [service as LdapService],
    })
    const desk = policy.addExisting('desk', ExistingCategory.fromId(stack, 'malware', '250'), {})
    const list = new CategorySites(stack, 'list', { categoryId: '7', name: 'list', dependsOn: [policy] })
    new DataResource(stack, 'later', { dependsOn: policy.resources.slice(0, 1) })

    const { locals, resource } = JSON.parse(Testing.synth(stack))
    const { ads, games } = policy.categories
    expect(Object.values(locals)).toEqual([[ads, games, desk].map((each) => reference(addressOf(each)))])
    const { appliance_category, appliance_category_sites, terraform_data } = resource
    expect(appliance_category[ads.friendlyUniqueId].depends_on).toEqual(['appliance_ldap_service.directory'])
    expect(appliance_category[games.friendlyUniqueId].depends_on).toEqual([
      'appliance_ldap_service.directory',
      'appliance_ldap_service.other',
    ])
    expect(appliance_category_sites[desk.friendlyUniqueId].depends_on).toEqual([
      'appliance_ldap_service.directory',
    ])
    expect(appliance_category_sites[list.friendlyUniqueId].depends_on).toEqual([
      `local.${Object.keys(locals)[0]}`,
    ])
    expect(terraform_data.later.depends_on).toEqual([addressOf(ads)])
  })

  describe('with exceptions', () => {
    const categories = {
      ads: { name: 'Ads', sites: ['one.example', 'two.example'] },
      games: { name: 'Games', sites: ['play.example'] },
    }

    it('has categories that differ, and lacks those that are absent', () => {
      const policy = new FilteringPolicy(stack, 'policy', {
        categories,
        exceptions: { ads: { remove: ['two.example'], add: ['three.example'] }, games: 'absent' },
      })
      expect(Object.values(resourcesIn(stack, 'appliance_category'))).toEqual([
        { name: 'Ads', sites: ['one.example', 'three.example'] },
      ])
      expect(policy.categories.ads).toBeInstanceOf(Category)
      // @ts-expect-error: the category is absent
      expect(policy.categories.games).toBeUndefined()
      const any: FilteringPolicy = policy
      expect(any.categories.games?.id).toBeUndefined()
    })

    it('is refused where they match nothing', () => {
      new FilteringPolicy<string>(stack, 'policy', {
        categories,
        exceptions: { adz: 'absent', ads: { remove: ['nine.example'] } },
      })
      expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
        expect.stringMatching(/^An exception names the category "adz", which the policy does not have\./),
        expect.stringMatching(/^Category "ads" does not contain sites .*: "nine\.example"\./),
      ])
    })
  })

  it('has the keys of its categories, and no others', () => {
    const { categories } = new FilteringPolicy(stack, 'policy', {
      // @ts-expect-error: no value of onConflict
      categories: { ads: { name: 'Ads', onConflict: 'mvoe' }, games: { name: 'Games' } },
    })
    // @ts-expect-error: no category of the policy
    expect(categories.adz).toBeUndefined()
    new FilteringPolicy(stack, 'other', {
      categories: { ads: { name: 'Ads' } },
      // @ts-expect-error: no key of a category
      exceptions: { adz: 'absent' },
    })
    // @ts-expect-error: a category needs a name
    new FilteringPolicy(stack, 'nameless', { categories: { ads: {} } })
  })

  it('warns of another policy on the same appliance that has the same sites', () => {
    const other = new ApplianceProvider(stack, 'other', { alias: 'other' })
    const ads = { name: 'Ads', sites: ['ads.example', 'shared.example'] }
    const common = (name: string) => ({ name, sites: ['www.ads.example', 'shared.example'] })
    new FilteringPolicy(stack, 'one', { categories: { ads } })
    new FilteringPolicy(stack, 'two', {
      categories: { games: common('Games') },
      sharedSites: ['shared.example'],
    })
    new FilteringPolicy(stack, 'elsewhere', { categories: { games: common('Games') }, provider: other })
    expect(warningsIn(stack)).toEqual([
      '[stack/one] Policies "one" and "two" have sites in common: "ads.example". Keep each site in one of them, or add it to ' +
        'sharedSites.',
      '[stack/two] Fewer than two categories have these entries of sharedSites: "shared.example". Correct them, or remove them.',
    ])
  })

  describe('with a file of sites', () => {
    let folder: string
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'sites-'))
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    it('has a copy of it beside the stack, under a path that its content does not change', () => {
      const sitesFile = join(folder, 'malware.txt')
      const paths = ['one.example\n', 'one.example\ntwo.example\n'].map((content) => {
        writeFileSync(sitesFile, content)
        const each = stackWithProvider()
        new FilteringPolicy(each, 'policy', { categories: { malware: { name: 'Malware', sitesFile } } })
        const output = join(Testing.fullSynth(each), 'stacks/stack')
        const { resource } = JSON.parse(readFileSync(join(output, 'cdk.tf.json'), 'utf8'))
        const [category] = Object.values<Record<string, string>>(resource.appliance_category)
        const path = category?.sites_file ?? ''
        expect(existsSync(join(output, path))).toBe(true)
        expect(readFileSync(join(output, path), 'utf8')).toBe(content)
        return path
      })
      expect(paths[1]).toBe(paths[0])
    })

    it('has a copy of the archive in which it is, and of the file behind a folder with two slashes', () => {
      for (const name of ['adult.tar.gz', 'malware.txt']) writeFileSync(join(folder, name), name)
      const categories = {
        adult: { name: 'Adult', sitesFile: `${join(folder, 'adult.tar.gz')}//adult/domains` },
        malware: { name: 'Malware', sitesFile: `${folder}//malware.txt` },
      }
      const policy = new FilteringPolicy(stack, 'policy', { categories })
      const output = join(Testing.fullSynth(stack), 'stacks/stack')
      const [archive = '', member] = policy.categories.adult.sitesFileInput?.split('//') ?? []
      expect(readFileSync(join(output, archive), 'utf8')).toBe('adult.tar.gz')
      expect(member).toBe('adult/domains')
      const file = policy.categories.malware.sitesFileInput ?? ''
      expect(readFileSync(join(output, file), 'utf8')).toBe('malware.txt')
    })

    it('has a copy of the file of its exceptions beside it', () => {
      for (const name of ['malware.txt', 'exceptions.txt']) writeFileSync(join(folder, name), name)
      const malware = {
        name: 'Malware',
        sitesFile: join(folder, 'malware.txt'),
        exceptions: ['a.example'],
        exceptionsFile: join(folder, 'exceptions.txt'),
      }
      const policy = new FilteringPolicy(stack, 'policy', { categories: { malware } })
      const output = join(Testing.fullSynth(stack), 'stacks/stack')
      const { sitesFileInput = '', exceptionsFileInput = '', exceptionsInput } = policy.categories.malware
      expect(readFileSync(join(output, sitesFileInput), 'utf8')).toBe('malware.txt')
      expect(readFileSync(join(output, exceptionsFileInput), 'utf8')).toBe('exceptions.txt')
      expect(exceptionsInput).toEqual(['a.example'])
    })

    it('or several has a copy of each, but for references, and is refused with each that cannot be copied', () => {
      for (const name of ['a.txt', 'b.txt']) writeFileSync(join(folder, name), name)
      const sitesFiles = [join(folder, 'a.txt'), join(folder, 'b.txt'), reference('var.file')]
      const policy = new FilteringPolicy(stack, 'policy', {
        categories: {
          adult: { name: 'Adult', sitesFiles },
          broken: { name: 'Broken', sitesFiles: ['lists/missing.txt', join(folder, 'a.txt')] },
          both: { name: 'Both', sitesFiles, sitesFile: '/var/lists/all.txt', sites: [] },
        },
      })
      const files = policy.categories.adult.sitesFilesInput ?? []
      expect(files).toEqual([
        expect.stringMatching(/\/a\.txt$/),
        expect.stringMatching(/\/b\.txt$/),
        reference('var.file'),
      ])
      expect(problemsIn(() => Testing.synth(stack, true))).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^The file "lists\/missing\.txt" of category "broken" does not exist\./),
          expect.stringMatching(
            /has both sites and sitesFile and sitesFiles\. Remove all but one of them\.$/,
          ),
        ]),
      )
      const output = join(Testing.fullSynth(stackWithPolicy(folder)), 'stacks/stack')
      const { resource } = JSON.parse(readFileSync(join(output, 'cdk.tf.json'), 'utf8'))
      const [category] = Object.values<{ sites_files: readonly string[] }>(resource.appliance_category)
      expect(category?.sites_files.map((path) => readFileSync(join(output, path), 'utf8'))).toEqual([
        'a.txt',
        'b.txt',
      ])
    })

    it('is refused, with every file that cannot be copied, beside what else is wrong', () => {
      new FilteringPolicy(stack, 'policy', {
        categories: {
          missing: { name: 'Missing', sitesFile: 'lists/missing.txt' },
          folder: { name: 'Folder', sitesFile: folder },
          ads: { name: 'Ads', sites: ['co.uk'] },
        },
      })
      expect(problemsIn(() => Testing.synth(stack, true)).toSorted()).toEqual([
        expect.stringMatching(/^Category "ads" contains public suffixes/),
        `The file ${JSON.stringify(folder)} of category "folder" is not a file. Specify a file with one site per line.`,
        expect.stringMatching(
          /^The file "lists\/missing\.txt" of category "missing" does not exist\. Correct its path/,
        ),
      ])
    })

    it('is refused with a relative path where no cdktf.json says from where', () => {
      const before = process.cwd()
      process.chdir(folder)
      try {
        writeFileSync(join(folder, 'malware.txt'), 'one.example\n')
        const categories = { malware: { name: 'Malware', sitesFile: 'malware.txt' } }
        new FilteringPolicy(stack, 'policy', { categories })
        expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
          expect.stringMatching(/^The file "malware\.txt" of category "malware" .* cdktf\.json/),
        ])
        writeFileSync(join(folder, 'cdktf.json'), '{}')
        const other = stackWithProvider()
        new FilteringPolicy(other, 'policy', { categories })
        expect(problemsIn(() => Testing.synth(other, true))).toEqual([])
      } finally {
        process.chdir(before)
      }
    })

    it('does not look into it', () => {
      const sitesFile = join(folder, 'suffixes.txt')
      writeFileSync(sitesFile, 'co.uk\nads.example\n')
      new FilteringPolicy(stack, 'policy', {
        categories: { file: { name: 'File', sitesFile }, ads: { name: 'Ads', sites: ['ads.example'] } },
      })
      expect(problemsIn(() => Testing.synth(stack, true))).toEqual([])
    })
  })
})

/** A stack with a category of the two files of a folder. */
function stackWithPolicy(folder: string) {
  const stack = stackWithProvider()
  const sitesFiles = ['a.txt', 'b.txt'].map((name) => join(folder, name))
  new FilteringPolicy(stack, 'policy', { categories: { adult: { name: 'Adult', sitesFiles } } })
  return stack
}
