import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReviewCommandOptions } from '@webfilter/appliance-command/base/plan-files'
import { reviewSettings } from '@webfilter/appliance-command/findings/settings'
import { renderReport } from '@webfilter/appliance-command/report/render'
import type { Report } from '@webfilter/appliance-command/report/report'
import type { JsonReport } from '@webfilter/appliance-command/review/report'
import { reportOnPlan } from '@webfilter/appliance-command/review/run'
import { schemaErrors } from '../../../packages/command/test/review/json-schema'
import { sarifErrors } from '../../../packages/command/test/review/sarif-structure'
import { startAppliance, type TestAppliance } from '../../acceptance/appliance'
import { Fleet } from '../fleet'
import { type Picture, pictureOf, withBranch } from './picture'
import { type PullRequest, pullRequests } from './pull-requests'
import { type StackName, seldomStack, stacksOf } from './stacks'
import { type Format, type Pictures, strayLinesOf, unsaidOf, untruthsOf } from './truth'

const formats = ['text', 'markdown', 'json', 'sarif', 'github'] as const satisfies readonly Format[]
const writtenFormats = [...formats, 'summary'] as const
type WrittenFormat = (typeof writtenFormats)[number]

/** What the state and the files contain and no review may. */
const password = 'hunter2'

/** A pull request that was planned, reviewed and applied. */
interface Merged {
  readonly written: Readonly<Record<WrittenFormat, string>>
  /** With the names of all sites. */
  readonly report: JsonReport
  readonly pictures: Pictures
}

/** Milliseconds: the first test of a stack waits until it is applied, and each for a plan, its reviews and its apply. */
const longest = 240_000

/**
 * Tests the reviews of all pull requests.
 * @param size how many sites each stack has
 * @param stackNames whose pull requests are merged
 */
export function describeReviews(size: number, stackNames: readonly StackName[]): void {
  jest.setTimeout(longest)
  const stacks = stacksOf(size)
  const ofStacks = pullRequests.filter(({ stack }) => stackNames.includes(stack))
  let fleet: Fleet<StackName>
  let branch: TestAppliance
  let merging: ReadonlyMap<string, Promise<Merged>>

  // The stacks go on beside each other while the tests wait for one pull request after the other.
  beforeAll(async () => {
    fleet = await Fleet.open(stackNames)
    branch = await startAppliance()
    const started = new Map<string, Promise<Merged>>()
    for (const name of stackNames) {
      let last = open(name)
      for (const each of pullRequests.filter(({ stack }) => stack === name)) {
        const merged = last.then((applied) => merge(each, applied))
        merged.catch(() => undefined)
        started.set(each.name, merged)
        // A plan that fails is not applied.
        last = merged.then(({ pictures }) => (each.errors ? pictures.applied : pictures.after))
        last.catch(() => undefined)
      }
    }
    merging = started
  })

  afterAll(async () => {
    await Promise.allSettled(merging.values())
    await fleet.close()
    await branch.close()
  })

  describe.each(ofStacks)('$name ($stack)', ({ name, errors = [] }) => {
    const merged = async () => {
      const found = await merging.get(name)
      if (found === undefined) throw new Error(`There is no pull request ${name}.`)
      return found
    }

    it('claim nothing that is not so after the apply', async () => {
      const { report, pictures } = await merged()
      expect(untruthsOf(report, pictures)).toEqual([])
    })

    it('report the errors of the plan', async () => {
      const { report } = await merged()
      expect(report.errors?.map(({ code }) => code ?? 'an error of the engine').sort() ?? []).toEqual(errors)
    })

    it('leave nothing unsaid that the apply changes', async () => {
      const { report, pictures } = await merged()
      expect(unsaidOf(report, pictures)).toEqual([])
    })

    it('say the same in all formats', async () => {
      const { report, written } = await merged()
      const stray = formats.flatMap((format) =>
        strayLinesOf(report, format, written[format]).map((line) => `${format}: ${line}`),
      )
      expect(stray).toEqual([])
    })

    it('have the structure of their formats, and no password in them', async () => {
      const { json, sarif, ...others } = (await merged()).written
      expect(schemaErrors(JSON.parse(json))).toEqual([])
      expect(sarifErrors(JSON.parse(sarif))).toEqual([])
      for (const content of [json, sarif, ...Object.values(others)]) expect(content).not.toContain(password)
    })
  })

  /** @returns what the first apply leaves */
  async function open(name: StackName): Promise<Picture> {
    const { configuration, lists, prepare } = stacks[name]
    prepare(fleet.appliances[name])
    for (const [file, sites] of Object.entries(lists)) await write(name, file, `${sites.join('\n')}\n`)
    await write(name, 'stack.tf', configuration)
    await write(name, 'terraform.tfvars', `password = ${JSON.stringify(password)}\n`)
    await fleet.engine(name, 'apply', '-auto-approve')
    return pictured(name)
  }

  /** Nothing but the stack that has a provider block for it uses the other appliance. */
  function pictured(name: StackName): Picture {
    const own = pictureOf(fleet.appliances[name], { initial: password })
    return name === seldomStack ? withBranch(own, pictureOf(branch, {})) : own
  }

  async function merge(pullRequest: PullRequest, applied: Picture): Promise<Merged> {
    const { stack: name, byHand, taints = [], options = [], errors } = pullRequest
    byHand?.(fleet.appliances[name])
    for (const address of taints) await fleet.taint(name, address)
    await edit(pullRequest)
    if (pullRequest.hasBranch) {
      const block = branch.provider.replace('provider "appliance" {', '$&\n  alias = "branch"')
      await write(name, 'branch.tf', block)
    }
    const before = pictured(name)
    const round = roundOf(pullRequest)
    const [folder, plan] = [fleet.folderOf(name), `${round}.tfplan`]
    const [json, messages] = [`${round}.json`, `${round}.messages`]
    if (errors === undefined) {
      await write(name, messages, await fleet.engine(name, 'plan', '-json', `-out=${plan}`, ...options))
      // Once, and not for each format: to open a plan, an engine starts the provider.
      await write(name, json, await fleet.shown(name, plan))
    } else {
      await write(name, messages, await fleet.failing(name, 'plan', '-json', `-out=${plan}`, ...options))
    }
    const report = await reviewed(join(folder, json), { messages: join(folder, messages), chdir: folder })
    const all: JsonReport = JSON.parse(renderReport(report, 'json', { names: 999_999 }))
    const written = writtenOf(report)
    const words = [
      '--messages',
      join(folder, messages),
      '--chdir',
      folder,
      '--root',
      fleet.out,
      '--names',
      '5',
    ]
    const { stdout } = await fleet.run('review', join(folder, json), ...words)
    expect(stdout).toBe(written.text)
    if (errors === undefined) await fleet.engine(name, 'apply', plan)
    const after = pictured(name)
    return { written, report: all, pictures: { applied, before, after } }
  }

  async function edit({ stack: name, edits = [], lists = {} }: PullRequest): Promise<void> {
    const configuration = await read(name, 'stack.tf')
    await write(
      name,
      'stack.tf',
      edits.reduce((text, each) => each(text), configuration),
    )
    for (const [file, change] of Object.entries(lists)) {
      const sites = (await read(name, file)).trimEnd().split('\n')
      await write(name, file, `${change(sites).join('\n')}\n`)
    }
  }

  /** Reviews as the command does, in this process: a plan is read once for all formats. */
  async function reviewed(
    plan: string,
    options: Pick<ReviewCommandOptions, 'chdir' | 'messages'>,
  ): Promise<Report> {
    const settings = await reviewSettings(undefined)
    return await reportOnPlan(plan, settings, {
      ...options,
      format: 'text',
      engineTimeout: longest,
      root: fleet.out,
    })
  }

  async function read(name: StackName, file: string): Promise<string> {
    return await readFile(join(fleet.folderOf(name), file), 'utf8')
  }

  async function write(name: StackName, file: string, content: string): Promise<void> {
    await writeFile(join(fleet.folderOf(name), file), content)
  }
}

/** A report in each format, with at most five names in a line. */
function writtenOf(report: Report): Readonly<Record<WrittenFormat, string>> {
  const written = writtenFormats.map((format) => [format, renderReport(report, format, { names: 5 })])
  return Object.fromEntries(written)
}

/** The pull requests of the stacks are merged beside each other: the first of each stack, then the second. */
function roundOf({ name, stack }: PullRequest): number {
  return pullRequests.filter((each) => each.stack === stack).findIndex((each) => each.name === name) + 1
}
