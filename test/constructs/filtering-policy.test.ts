import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TerraformStack, TerraformVariable, Testing } from 'cdktf'
import type {} from 'cdktf/lib/testing/adapters/jest'
import { Category } from '../../bindings/cdktf/category'
import { FilteringPolicy } from '../../src/constructs/filtering-policy'
import { problemsIn, reference, resourcesIn, stackWithProvider } from './synthesized'

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
        `The file ${JSON.stringify(folder)} of category "folder" is not a file. Name a file with one site per line.`,
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
