import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { category, numbered, Trial } from './trial'
import { words } from './words'
import { describeWithEngine } from './workspace'

/** More than Terraform works on at once. */
const names = Array.from({ length: 12 }, (_, index) => `taker-${String(index + 1).padStart(2, '0')}`)
const given = numbered(names.length, 'given')
const own = (name: string) => `own-of-${name}.example`
const isWrite = /\/(quick|add|move|delete|create)\b/

let slowly: string

beforeAll(async () => {
  slowly = await mkdtemp(join(tmpdir(), 'appliance-test-slowly-'))
  // Nine of ten milliseconds the process does nothing at all.
  await writeFile(
    join(slowly, 'slowly.cjs'),
    'const never = new Int32Array(new SharedArrayBuffer(4))\n' +
      'setInterval(() => Atomics.wait(never, 0, 0, 45), 5).unref()\n',
  )
})

afterAll(() => rm(slowly, { recursive: true, force: true }))

describeWithEngine(
  'twelve categories that take with on_conflict = "fail" what one gives up in the same run',
  () => {
    it.each([
      ['comes last by its name', 'zoo', [], false],
      ['comes first, one at a time', 'art', ['-parallelism=1'], false],
      ['comes last, from a provider slowed to a tenth', 'zoo', [], true],
    ])(
      'are all planned, and refused ones are untouched and taken by the next apply: the giving category %s',
      async (_, giver, options, isSlow) => {
        const variables = isSlow ? { NODE_OPTIONS: `--require ${join(slowly, 'slowly.cjs')}` } : {}
        const trial = await Trial.open({}, variables)
        try {
          const taking = (sites: (name: string, index: number) => readonly string[]) =>
            names.map((name, index) =>
              category(name, `sites = ${JSON.stringify(sites(name, index))}`, 'on_conflict = "fail"'),
            )
          const give = (...sites: readonly string[]) => category(giver, `sites = ${JSON.stringify(sites)}`)
          await trial.applied(...taking((name) => [own(name)]), give('kept.example', ...given))

          const after = [...taking((name, index) => [own(name), given[index] ?? '']), give('kept.example')]
          await trial.workspace.write(after.join('\n'))
          const planned = await trial.workspace.plan(...options)
          expect(`${planned.exitCode} ${planned.output}`).toMatch(/^2 /)
          expect(words(planned.output)).toContain('[appliance:sites-in-other-categories-now]')

          trial.appliance.writes()
          const first = await trial.workspace.apply(...options)
          const refused = [
            ...words(first.output).matchAll(/to be added to category "(taker-\d+)" is in other/g),
          ]
            .map(([, name = '']) => name)
            .filter((name) => !trial.stored(name).includes(given[names.indexOf(name)] ?? ''))
          expectOnlyThisRefusal(first.output, refused)
          const written = trial.appliance.writes().filter((request) => isWrite.test(request))
          for (const name of refused) {
            expect(trial.stored(name)).toEqual([own(name)])
            const id = trial.appliance.store.categoryNamed(name)?.id
            expect(written.filter((request) => request.includes(`/${id}`))).toEqual([])
          }
          // Those whom it does not refuse it has served.
          for (const [index, name] of names.entries()) {
            if (!refused.includes(name)) expect(trial.stored(name)).toContain(given[index])
          }

          if (first.exitCode !== 0) {
            const second = await trial.workspace.apply(...options)
            expect(`${second.exitCode} ${second.output}`).toMatch(/^0 /)
          }
          expect(names.map((name) => trial.active(name))).toEqual(
            names.map((name, index) => [given[index] ?? '', own(name)]),
          )
          expect(trial.active(giver)).toEqual(['kept.example'])
          await trial.nothingToDo()
        } finally {
          await trial.close()
        }
      },
      // A slow provider takes most of a minute.
      240_000,
    )

    it('are refused as a whole if one of them is in a category that is not managed, and sites that were given up stay', async () => {
      const trial = await Trial.open()
      try {
        trial.byHand('by-hand', 'nobodys.example')
        const declared = (ofArt: readonly string[], ofTaker: readonly string[]) => [
          category('art', `sites = ${JSON.stringify(ofArt)}`),
          category('taker', `sites = ${JSON.stringify(ofTaker)}`, 'on_conflict = "fail"'),
        ]
        await trial.applied(...declared(['kept.example', 'given.example'], ['own.example']))
        const after = declared(['kept.example'], ['own.example', 'given.example', 'nobodys.example'])
        const said = words(await trial.failed(...after))
        expect(said).toContain('nobodys.example is in "by-hand"')
        expect(said).toContain('[appliance:sites-in-other-categories]')
        expect(trial.stored('taker')).toEqual(['own.example'])
        // Better in the wrong category than in none.
        expect(said).toContain('[appliance:sites-not-moved]')
        expect(trial.stored('art')).toEqual(['given.example', 'kept.example'])
      } finally {
        await trial.close()
      }
    })

    it('are not taken from a category that is refused itself, nor if another list adds them again', async () => {
      const trial = await Trial.open()
      try {
        trial.byHand('by-hand', 'nobodys.example')
        const art = (...sites: readonly string[]) =>
          category('art', `sites = ${JSON.stringify(sites)}`, 'on_conflict = "fail"')
        const taker = (sites: readonly string[], ...further: readonly string[]) =>
          category('taker', `sites = ${JSON.stringify(sites)}`, 'on_conflict = "fail"', ...further)
        await trial.applied(art('given.example', 'kept.example'), taker(['own.example']))
        const said = words(
          await trial.failed(art('kept.example', 'nobodys.example'), taker(['own.example', 'given.example'])),
        )
        expect(said.match(/Error: [^[]*\[appliance:sites-in-other-categories\]/g)).toHaveLength(2)
        expect([trial.stored('art'), trial.stored('taker')]).toEqual([
          ['given.example', 'kept.example'],
          ['own.example'],
        ])

        const desk =
          'resource "appliance_category_sites" "desk" {\n  category_id = appliance_category.art.id\n' +
          '  name = "desk"\n  sites = ["given.example"]\n  on_conflict = "fail"\n}\n'
        const afterDesk = 'depends_on = [appliance_category_sites.desk]'
        await trial.failed(art('kept.example'), desk, taker(['own.example', 'given.example'], afterDesk))
        expect([trial.stored('art'), trial.stored('taker')]).toEqual([
          ['given.example', 'kept.example'],
          ['own.example'],
        ])
      } finally {
        await trial.close()
      }
    })

    it('are added before they are deleted from a category that is destroyed in the same run', async () => {
      const trial = await Trial.open()
      try {
        const taker = (...sites: readonly string[]) =>
          category('taker', `sites = ${JSON.stringify(sites)}`, 'on_conflict = "fail"')
        await trial.applied(category('art', 'sites = ["given.example"]'), taker('own.example'))
        const { writes } = await trial.applied(taker('own.example', 'given.example'))
        const added = writes.indexOf(`PUT /categories/quick/${idOf(trial, 'taker')}`)
        const deleted = writes.indexOf(`GET /categories/delete/${idOf(trial, 'art')}/given.example`)
        expect(added).toBeGreaterThan(-1)
        expect(deleted).toBeGreaterThan(added)
        expect(trial.active('taker')).toEqual(['given.example', 'own.example'])
        expect(trial.stored('art')).toEqual([])
      } finally {
        await trial.close()
      }
    })

    it('are all taken by the first apply if they depend on the one that gives', async () => {
      const trial = await Trial.open()
      try {
        await trial.applied(category('zoo', `sites = ${JSON.stringify(['kept.example', ...given])}`))
        const takers = names.map((name, index) =>
          category(
            name,
            `sites = ["${given[index]}"]`,
            'on_conflict = "fail"',
            'depends_on = [appliance_category.zoo]',
          ),
        )
        await trial.applied(...takers, category('zoo', 'sites = ["kept.example"]'))
        expect(names.map((name) => trial.active(name))).toEqual(given.map((site) => [site]))
      } finally {
        await trial.close()
      }
    })
  },
)

describeWithEngine('a site that two categories declare, one of them with on_conflict = "move"', () => {
  const ads = (...sites: readonly string[]) => category('ads', `sites = ${JSON.stringify(sites)}`)
  const news = (sites: string) => category('news', `sites = ${sites}`, 'on_conflict = "move"')
  const stored = (trial: Trial) => [trial.stored('ads'), trial.stored('news')]

  it('is refused by each plan, also after a saved plan that could not know it, and moved once it leaves the other', async () => {
    const trial = await Trial.open()
    try {
      const input = (site: string) => `resource "terraform_data" "site" {\n  input = "${site}"\n}\n`
      await trial.applied(input('c.example'), ads('a.example', 'b.example'), news('["c.example"]'))
      const both = '["c.example", "b.example"]'
      for (const name of ['-parallelism=1', '-refresh=false']) {
        await trial.workspace.write(
          [input('c.example'), ads('a.example', 'b.example'), news(both)].join('\n'),
        )
        const { exitCode, output } = await trial.workspace.plan(name)
        expect(exitCode).toBe(1)
        expect(words(output)).toContain(
          'Category "news" and category "ads" declare the same site: b.example. on_conflict of the first one is "move"',
        )
      }

      // The new value is known only in the apply, which has nothing to do for the other category.
      const unknown = [
        input('b.example'),
        ads('a.example', 'b.example'),
        news('[terraform_data.site.output]'),
      ]
      await trial.workspace.write(unknown.join('\n'))
      await trial.workspace.plan('-out=saved.plan')
      await trial.workspace.apply('saved.plan')
      expect(stored(trial)).toEqual([['a.example'], ['b.example']])
      expect(await trial.refused(...unknown)).toContain('[appliance:sites-contested]')

      await trial.applied(input('b.example'), ads('a.example'), news('[terraform_data.site.output]'))
      await trial.applied(ads('a.example', 'b.example'), news('["c.example"]'))
      const { writes } = await trial.applied(ads('a.example'), news(both))
      expect(writes.filter((write) => /\/(move|delete)\//.test(write))).toEqual([
        `GET /categories/delete/${idOf(trial, 'ads')}/b.example`,
      ])
      expect(stored(trial)).toEqual([['a.example'], ['b.example', 'c.example']])
      await trial.nothingToDo()
    } finally {
      await trial.close()
    }
  })
})

/** Errors of refused categories, each with the ways out; none at all where none is refused. */
function expectOnlyThisRefusal(output: string, refused: readonly string[]): void {
  const said = words(output)
  const codes = [...said.matchAll(/Error: .*?\[appliance:([a-z-]+)\]/g)].map(([, code]) => code)
  expect(codes).toEqual(refused.map(() => 'sites-in-other-categories'))
  if (refused.length === 0) return
  for (const way of ['apply again', 'depends_on', 'set on_conflict to "move"']) expect(said).toContain(way)
}

function idOf({ appliance }: Trial, name: string): number | undefined {
  return appliance.store.categoryNamed(name)?.id
}

describeWithEngine(
  'on a release that refuses a site that another category contains, one that moves on',
  () => {
    let trial: Trial

    beforeEach(async () => {
      trial = await Trial.open({ generation: 'older', sitesElsewhere: 'refused' })
    })

    afterEach(() => trial.close())

    const list = (name: string, sites: readonly string[], ...further: readonly string[]) =>
      category(name, `sites = ${JSON.stringify(sites)}`, ...further)
    const changes = (writes: readonly string[]) =>
      writes.filter((write) => /\/(move|delete)\/.*example/.test(write)).sort()

    it('goes by the move route where the other one gives it up, and the rest are added', async () => {
      await trial.applied(
        list('one', ['a.example', 'b.example', 'stays.example']),
        list('two', ['c.example']),
      )
      const { writes } = await trial.applied(
        list('one', ['stays.example']),
        list('two', ['new.example', 'a.example', 'c.example', 'z.example']),
      )
      const [one, two] = [idOf(trial, 'one'), idOf(trial, 'two')]
      expect(changes(writes)).toEqual([
        `GET /categories/delete/${one}/b.example`,
        `GET /categories/move/${one}/a.example/${two}`,
      ])
      expect(trial.active('one')).toEqual(['stays.example'])
      expect(trial.active('two')).toEqual(['a.example', 'c.example', 'new.example', 'z.example'])
      await trial.nothingToDo()
    })

    it('goes by the move route in both directions if two categories swap sites', async () => {
      await trial.applied(list('one', ['a.example', 'x.example']), list('two', ['b.example', 'y.example']))
      const { writes } = await trial.applied(
        list('one', ['b.example', 'x.example']),
        list('two', ['a.example', 'y.example']),
      )
      // Either may be the first.
      expect(
        changes(writes)
          .map((write) => write.replace(/\/\d+/g, ''))
          .sort(),
      ).toEqual(['GET /categories/move/a.example', 'GET /categories/move/b.example'])
      expect(trial.active('one')).toEqual(['b.example', 'x.example'])
      expect(trial.active('two')).toEqual(['a.example', 'y.example'])
      await trial.nothingToDo()
    })

    it('stays where it is if the other one has not begun, and the error names on_conflict = "move"', async () => {
      await trial.applied(list('one', ['a.example', 'b.example']), list('two', ['c.example']))
      const said = words(
        await trial.failed(
          list('one', ['b.example'], 'depends_on = [appliance_category.two]'),
          list('two', ['a.example', 'c.example']),
        ),
      )
      expect(said).toContain('and category "one" contains it')
      expect(said).toContain('set on_conflict to "move"')
      expect(said).toContain('[appliance:site-of-another-category]')
      expect(trial.stored('one')).toEqual(['a.example', 'b.example'])
      expect(trial.stored('two')).toEqual(['c.example'])
    })
  },
)
