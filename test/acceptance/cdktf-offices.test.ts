import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startAppliance, type TestAppliance } from './appliance'
import { CdktfProject, succeed } from './cdktf-project'
import { describeWithEngineThatHas } from './workspace'

/** Milliseconds: the engine starts three times for each of three stacks. */
jest.setTimeout(240_000)

const names = ['berlin', 'oslo', 'rome'] as const

describeWithEngineThatHas('writeOnlyValues')('a program for three appliances', () => {
  let project: CdktfProject

  beforeAll(async () => {
    project = await CdktfProject.open('cdktf', resolve(__dirname, 'offices'))
    await succeed(project.run('npx --no-install tsc'))
  })

  afterAll(() => project.close())

  describe('applied', () => {
    let offices: readonly Office[]

    beforeAll(async () => {
      offices = await Promise.all([
        openOffice('berlin', 'newsroom'),
        openOffice('oslo'),
        openOffice('rome', 'sales'),
      ])
      await succeed(project.run('node dist/main.js'))
      expect(warningsIn(join(project.folder, 'cdktf.out/manifest.json'))).toEqual([])
    })

    afterAll(() => Promise.all(offices.map(({ appliance }) => appliance.close())))

    it('does what it declares, imports what was there, and leaves everything else as it is', async () => {
      await onEach('init')
      const [berlin, oslo, rome] = await onEach('apply -auto-approve')
      expect(berlin).toContain('2 imported, 13 added, 1 changed, 0 destroyed.')
      expect(oslo).toContain('1 imported, 9 added, 1 changed, 0 destroyed.')
      expect(rome).toContain('2 imported, 17 added, 1 changed, 0 destroyed.')
      for (const output of [berlin, oslo, rome]) {
        expect(output).toMatch(/^appliance_category\.\w+_partners_\w+: Import complete \[id=Partners\]$/m)
        // Of the imported category.
        const warnings = ['Warning: A category already contains sites of a new list']
        expect(output?.match(/Warning: .*/g)).toEqual(warnings)
      }

      expect(offices.map(categoriesOn)).toEqual([
        { ...atFirst.categories, ...everywhere },
        {
          ...atFirst.categories,
          ...everywhere,
          Advertising: listed(
            'Advertising networks',
            'adserver.example',
            'doubleclick.net',
            'reklame.example',
          ),
          Gambling: managed('poker.example'),
          'Project fjord': managed('fjord.example', 'tides.example'),
          'Project glacier': managed('glacier.example'),
        },
        {
          ...atFirst.categories,
          ...everywhere,
          Advertising: listed(
            'Advertising networks',
            'adserver.example',
            'annunci.example',
            'doubleclick.net',
          ),
          Helpdesk: listed('By hand', 'asked-before.example', 'asked-for.example'),
          'Social networks': undefined,
        },
      ])
      expect(offices.map(directoryOn)).toEqual([
        {
          members: { 'ann.lee': 'Ann Lee', 'bob.ray': 'Bob Ray', 'old.hand': 'Old Hand' },
          groups: {
            default: ['old.hand'],
            staff: ['ann.lee', 'bob.ray'],
            editors: ['ann.lee', 'old.hand'],
          },
        },
        { members: {}, groups: {} },
        {
          members: {
            'eva.rossi': 'Eva Rossi',
            'ida.mori': 'Ida Mori',
            'old.hand': 'Old Hand',
            'ugo.bini': 'Ugo Bini',
          },
          groups: {
            default: ['eva.rossi', 'ida.mori', 'old.hand', 'ugo.bini'],
            sellers: ['eva.rossi', 'ida.mori', 'ugo.bini'],
            'on-call': ['eva.rossi', 'ida.mori'],
          },
        },
      ])
      const [inBerlin] = offices
      expect(inBerlin?.appliance.directory.checkPassword('ann.lee', firstPassword)).toBe(true)
      expect(inBerlin?.appliance.directory.checkPassword('old.hand', firstPassword)).toBe(false)
    })

    it('has nothing more to do, also when it is synthesized again', async () => {
      await succeed(project.run('node dist/main.js'))
      for (const { appliance } of offices) appliance.writes()
      for (const output of await onEach('plan -detailed-exitcode')) expect(output).toContain('No changes.')
      expect(offices.map(({ appliance }) => appliance.writes())).toEqual([[], [], []])
    })

    /** Runs the engine for the stack of each office, at the same time. */
    function onEach(command: string): Promise<string[]> {
      const runs = offices.map(({ name, appliance }) =>
        succeed(
          project.run(`cd cdktf.out/stacks/offices-${name}\nterraform ${command}`, {
            ...appliance.environment,
            TF_VAR_first_password: firstPassword,
          }),
        ),
      )
      return Promise.all(runs)
    }
  })

  describe('with a mistake', () => {
    beforeAll(() => rmSync(join(project.folder, 'cdktf.out'), { recursive: true, force: true }))

    it.each([
      [
        'password-as-text',
        '[offices-berlin] The password of member "ann.lee" is plain text, which anyone can read in the configuration. Use a sensitive TerraformVariable.',
      ],
      [
        'category-twice',
        '[offices-oslo] "oslo/social" and "more" declare the same category. Remove one of them, or make it a CategorySites with the id of the other one.',
      ],
      [
        'site-in-two-categories',
        '[offices-berlin/berlin] Categories "trackers" and "quarantine" have sites in common: "pixel.example". Keep each site in one of them, or add it to sharedSites.',
      ],
    ])('is refused at synth: %s', async (mistake, sentence) => {
      const { exitCode, output } = await project.run(`node dist/mistakes/${mistake}.js`)
      expect(exitCode).toBe(1)
      expect(output).toContain(sentence)
      expect(output).not.toContain('Welcome-2026')
      expect(existsSync(join(project.folder, 'cdktf.out/manifest.json'))).toBe(false)
    })
  })
})

const firstPassword = 'given in the environment'

interface Office {
  readonly name: (typeof names)[number]
  readonly appliance: TestAppliance
}

/** What each appliance has before the program is run; "Partners" is taken over, the others are not declared. */
const atFirst = {
  categories: {
    Helpdesk: listed('By hand', 'asked-before.example'),
    'Not ours': listed('By hand', 'other.example'),
  },
}

const everywhere = {
  Advertising: listed('Advertising networks', 'adserver.example', 'doubleclick.net'),
  Trackers: managed('adserver.example', 'pixel.example'),
  // An appliance cannot change a description.
  Partners: listed('By hand', 'supplier.example', 'xn--bcher-kva.example'),
  Quarantine: managed('fresh.malware.example', 'odd.example'),
  Malware: managed('botnet.example', 'dropper.example', 'malware.example'),
  Phishing: managed('bank-login.example', 'parcel-fee.example'),
  Gambling: managed('lottery.example', 'poker.example', 'roulette.example'),
  'Social networks': managed('friends.example', 'photos.example'),
}

/** A category with the description that an Aspect gives. */
function managed(...sites: readonly string[]) {
  return listed('Managed by the platform team', ...sites)
}

function listed(description: string, ...sites: readonly string[]) {
  return { description, sites }
}

/** @param organization of the directory, with a member whom the program does not declare; no directory unless given */
async function openOffice(name: Office['name'], organization?: string): Promise<Office> {
  const appliance = await startAppliance()
  const { store, directory } = appliance
  for (const [category, site] of [
    ['Partners', 'supplier.example'],
    ['Helpdesk', 'asked-before.example'],
    ['Not ours', 'other.example'],
  ] as const) {
    const { id } = store.create({ name: category, description: 'By hand' })
    store.addSites(id, [site])
    store.compile(id)
  }
  if (organization !== undefined) {
    directory.organizations.create(organization)
    const attributes = { givenName: 'Old', sn: 'Hand', mail: 'old.hand@example.org' }
    directory.members.create({ uid: 'old.hand', organization, password: 'another', attributes })
  }
  return { name, appliance }
}

function categoriesOn({ appliance: { store } }: Office) {
  return Object.fromEntries(
    store.categories().map(({ id, name, description }) => {
      // What is filtered, which is what was compiled.
      return [name, listed(description, ...[...store.compiledSites(id)].sort())]
    }),
  )
}

function directoryOn({ appliance: { directory } }: Office) {
  return {
    members: Object.fromEntries(
      directory.members.all().map(({ uid, attributes }) => [uid, `${attributes.givenName} ${attributes.sn}`]),
    ),
    groups: Object.fromEntries(
      directory.groups.all().map(({ gid, name }) => [name, directory.groups.membersOf(gid)]),
    ),
  }
}

/** What the constructs warn of, which a program by itself does not print. */
function warningsIn(manifest: string): readonly string[] {
  const { stacks }: { stacks: Record<string, { annotations?: { message: string }[] }> } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  )
  return Object.values(stacks).flatMap(({ annotations = [] }) => annotations.map(({ message }) => message))
}
