import { category, numbered, Trial } from './trial'
import { describeWithEngine } from './workspace'

/** Terraform prints an attribute that is an empty text, and OpenTofu does not. A description leaves none. */
const description = 'description = "Blocked for all"'
const inline = (...sites: readonly string[]) =>
  category('ads', description, `sites = ${JSON.stringify(sites)}`)
const three = inline('a.example', 'b.example', 'c.example')
const fromFile = category('feed', description, 'sites_file = "feed.txt"')

let trial: Trial

/** What the engine prints of a configuration's plan: the changes, and the warnings beside them. */
async function planOf(...blocks: readonly string[]): Promise<string> {
  await trial.workspace.write(blocks.join('\n'))
  return bodyOf(await trial.workspace.plan())
}

/**
 * From the first change to the end of the warnings. Left out: what differs between releases of the engine (the ticks of a table of symbols,
 * advice about -out), digests, and the place in the configuration.
 */
function bodyOf({ output }: { readonly output: string }): string {
  const begin = output.search(/^ {2}# /m)
  return (
    output
      .slice(begin)
      .replaceAll(/[│╷╵]/g, '')
      .replaceAll(/[0-9a-f]{64}/g, '…')
      // Two categories are created side by side, and which of them comes first is left to chance.
      .replaceAll(/\b25[01]\b/g, '25…')
      .replaceAll(/^\s*on main\.tf line \d+, in .*:\n\s*\d+:.*\n/gm, '')
      .replace(/\n─+\n[\s\S]*$/u, '')
      .replaceAll(/[ \t]+$/gm, '')
      .replaceAll(/\n{2,}/g, '\n')
      .trim()
  )
}

/** The lines of a body that add, change or remove something. */
function changedLines(body: string): readonly string[] {
  return body
    .split('\n')
    .filter((line) => /^ {3,}[-+~] (?!sites {2,}= \[)/.test(line) && !line.includes(' resource "'))
}

describeWithEngine('the body of a plan', () => {
  beforeAll(async () => {
    trial = await Trial.attached()
    await trial.list('feed.txt', ...numbered(12, 'feed'))
    await trial.applied(three, fromFile)
  })

  afterAll(() => trial.close())

  it('shows a site added to an inline list of three as one line', async () => {
    const body = await planOf(inline('a.example', 'b.example', 'c.example', 'd.example'), fromFile)
    expect(changedLines(body)).toEqual(['          + "d.example",'])
    expect(body).not.toContain('Warning')
    expect(body).toMatchSnapshot()
  })

  it('shows a removed site', async () => {
    expect(await planOf(inline('a.example', 'c.example'), fromFile)).toMatchSnapshot()
  })

  it('names what changes in a file', async () => {
    await trial.list('feed.txt', ...numbered(12, 'feed').slice(1), 'new.example')
    expect(await planOf(three, fromFile)).toMatchSnapshot()
    await trial.list('feed.txt', ...numbered(12, 'feed'))
  })

  it('shows what a repair of drift adds again', async () => {
    const { store } = trial.appliance
    const { id } = store.categoryNamed('ads') ?? { id: 0 }
    store.removeSites(id, ['b.example'])
    expect(await planOf(three, fromFile)).toMatchSnapshot()
    store.addSites(id, ['b.example'])
  })

  it('says what a rename removes', async () => {
    expect(await planOf(three.replace('name = "ads"', 'name = "adverts"'), fromFile)).toMatchSnapshot()
  })

  it('says what a destroy removes', async () => {
    await trial.workspace.write([three, fromFile].join('\n'))
    expect(bodyOf(await trial.workspace.plan('-destroy'))).toMatchSnapshot()
  })
})
