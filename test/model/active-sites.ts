import { storedName } from '@webfilter/appliance-names'
import { contestedSites, excusedIn } from './contested'
import { categoryIn, type Intent, intentsOf, minus, numberIn, sitesOf } from './intent'
import { Unexpected } from './unexpected'
import type { Holding, Run } from './world'

/** Where the state says that the last change was compiled, it was: what is there of the state's sites is active. */
export function expectTrueCompiled(run: Run): void {
  for (const intent of intentsOf(run)) {
    const after = intent.applied?.after
    if (after?.compiled !== true) continue
    // A replacement may have failed before it came to the other category.
    const to = numberIn(after)
    // Without a refresh, the number may be that of another one by now.
    if (run.after.get(to)?.name !== storedName(categoryIn(after))) continue
    const there = [...sitesOf(after)].filter((site) => run.after.get(to)?.stored.has(site))
    expectActive(run, { ...intent, to }, new Set(there))
  }
}

/** What was to be compiled is active. */
export function expectActiveSites(run: Run): void {
  for (const intent of intentsOf(run)) {
    if (!intent.applied) continue
    if (intent.declared?.compile) expectActive(run, intent, intent.wants)
    if (intent.from !== intent.to && intent.prior?.compile) expectInactive(run, intent)
  }
}

/** What is wanted is active, and what is no longer there is not. */
function expectActive(run: Run, intent: Intent, wants: ReadonlySet<string>): void {
  const { applied, prior, to, givesUp, takes } = intent
  const before = run.before.get(to ?? -1)
  const holding = run.after.get(to ?? -1)
  const contested = excusedIn(run, to)
  if (!holding || [...intent.wants].some((site) => contested.has(site))) return
  if (isAnsweredUnreadably(intent) || (before && isDirty(before) && !canKnow())) return
  const known = [holding.active, thereUncompiled(run, intent), storedUncompiled(run, to)]
  const idle = known.reduce(minus, wants)
  if (idle.size > 0) throw new Unexpected(`${[...idle]} are not active in ${holding.name}`)
  if (applied?.errors.length || othersLeaveUncompiled(run, intent)) return
  const left = leftActive(holding)
  if (left.size > 0) throw new Unexpected(`${[...left]} are still active in ${holding.name}`)

  /** Nobody tells of compiles that somebody else left out: what a run changes, or has to compile, it compiles with what is there. */
  function canKnow(): boolean {
    const changes = applied?.isSent && takes.size + givesUp.size > 0
    return applied?.action === 'update' ? prior?.compiled === false || changes === true : wants.size > 0
  }
}

/**
 * Sites that a list adds and that are there already, stored and not compiled. If others have added and removed as many, all compiles of the change
 * are skipped: see `found-sequences.test.ts`.
 */
function thereUncompiled(run: Run, { takes, to }: Intent): ReadonlySet<string> {
  const before = run.before.get(to ?? -1)
  return new Set([...takes].filter((site) => before?.stored.has(site) && !before.active.has(site)))
}

/** Sites that a list which compiles nothing adds, or puts back after another one has removed them. */
export function storedUncompiled(run: Run, id: number | undefined): ReadonlySet<string> {
  const here = intentsOf(run).filter(({ from, to }) => from === id || to === id)
  const isGivenUp = (site: string) => here.some(({ from, givesUp }) => from === id && givesUp.has(site))
  return new Set(
    here
      .filter(({ declared, to }) => declared?.compile === false && to === id)
      .flatMap(({ wants, takes }) => [...wants].filter((site) => takes.has(site) || isGivenUp(site))),
  )
}

/** Nobody can tell whether a compile was begun whose answer cannot be read, and the run says so. */
function isAnsweredUnreadably({ applied }: Intent): boolean {
  return (
    applied?.warnings.some((warning) => warning.includes('[appliance:category-answer-unreadable]')) ?? false
  )
}

/** What was taken out of a category that is no longer managed is no longer active. */
function expectInactive(run: Run, intent: Intent): void {
  const holding = run.after.get(intent.from ?? -1)
  if (!holding) return
  // What another resource moved away before, it compiles or leaves uncompiled as its own configuration says.
  const givesUp = minus(intent.givesUp, contestedSites(run))
  const left = [...givesUp].filter((site) => holding.active.has(site) && !holding.stored.has(site))
  if (left.length > 0) throw new Unexpected(`${left} are still active in ${holding.name}`)
}

function isDirty(holding: Holding): boolean {
  return minus(holding.stored, holding.active).size + leftActive(holding).size > 0
}

/** The active sites that are no longer stored, but for names that nobody can visit: by such a one a category is compiled that is emptied. */
function leftActive({ stored, active }: Holding): ReadonlySet<string> {
  return new Set([...minus(active, stored)].filter((site) => !site.endsWith('.invalid')))
}

/**
 * Whoever lets go of the category and is not to compile, or takes sites from others and compiles nothing or fails before it,
 * leaves a category uncompiled that somebody else may have compiled already.
 */
function othersLeaveUncompiled(run: Run, { address, to }: Intent): boolean {
  return intentsOf(run).some((other) => {
    if (other.address !== address && other.from === to) {
      // A removal that failed before its compile: the next apply compiles, as the state of that one says.
      const compiles = other.stays ? other.declared?.compile : other.prior?.compile
      if (compiles === false || (other.applied?.errors.length ?? 0) > 0) return true
    }
    const isUncompiled = other.applied && other.applied.after?.compiled !== true
    return other.declared?.onConflict === 'move' && (isUncompiled || !other.declared.compile)
  })
}
