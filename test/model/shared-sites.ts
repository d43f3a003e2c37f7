import {
  creationMayHaveStoredSites,
  sitesShared,
  updateMayHaveStoredSites,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { storedName } from '@webfilter/appliance-names'
import { storedUncompiled } from './active-sites'
import { contestedSites } from './contested'
import { type Intent, idNamed, intentsOf, minus, numberIn, sitesOf, storedIn } from './intent'
import { coded } from './refusals'
import { Unexpected } from './unexpected'
import type { Run } from './world'

// What several lists of one category are to have in the end, whichever of them comes first.

/** A site that lists have given up and that none declares is gone, unless one of them leaves it there. */
export function expectGivenUpSitesGone(run: Run): void {
  const intents = intentsOf(run)
  for (const { address, from, givesUp } of intents) {
    const here = intents.filter((other) => other.from === from || other.to === from)
    const isLeft = (site: string) => here.some(({ keeps }) => keeps.has(site))
    const left = [...minus(givesUp, declaredIn(run, from))].filter(
      (site) => storedIn(run.after, from).has(site) && !isLeft(site) && !isSaidToStay(run, site),
    )
    if (left.length > 0) throw new Unexpected(`${address} gave up ${left}, which ${from} has still`)
  }
}

/** The sites that a configuration declares in a category. */
function declaredIn({ configuration, after }: Run, id: number | undefined): ReadonlySet<string> {
  const here = [...configuration.values()].filter(({ category }) => idNamed(after, category) === id)
  return new Set(here.flatMap(({ sites }) => sites))
}

/** Whether the plan said that the apply leaves a site there, because it cannot know whether another list still declares it. */
export function isSaidToStay(run: Run, site: string): boolean {
  return sharedSitesSaid(run).some(({ sites, isRecalled }) => isRecalled && sites.includes(site))
}

/** Whether the plan said that the list which declares a site is applied, because another one may remove it. */
export function isSaidToBeRestored(run: Run, site: string): boolean {
  return sharedSitesSaid(run).some(
    ({ sites, isLeft, isRecalled }) => !isLeft && !isRecalled && sites.includes(site),
  )
}

/** What a plan says of sites that lists share comes true: they are there afterwards, and meanwhile if it says that nothing removes them. */
export function expectSharedSitesToStay(run: Run): void {
  const contested = contestedSites(run)
  const intents = intentsOf(run)
  // Terraform before 1.16 does not hand what a plan knew to its apply: there, only lists that the refresh has read know of each other.
  const isKnown = (site: string) =>
    run.keepsPlannedPrivate || (run.isRefreshed && !intents.some(({ takes }) => takes.has(site)))
  for (const { category, sites, isLeft, isRecalled } of sharedSitesSaid(run)) {
    const missed = sites.filter((site) => isLeft && isKnown(site) && run.missedMeanwhile.has(site))
    if (missed.length > 0)
      throw new Unexpected(`the plan said that nothing removes ${missed} from ${category}`)

    const stored = storedIn(run.after, idNamed(run.after, category))
    // Without a refresh, the second of two lists that give up a site is planned after the first one has said that it leaves it.
    const isGivenUp = (site: string) =>
      !run.isRefreshed && isRecalled && intents.filter(({ givesUp }) => givesUp.has(site)).length > 1
    const absent = sites.filter((site) => !stored.has(site) && !contested.has(site) && !isGivenUp(site))
    if (absent.length > 0) throw new Unexpected(`the plan said that ${absent} stay in ${category}`)
  }
}

interface SharedSites {
  readonly category: string
  readonly sites: readonly string[]
  /** No list that was planned declares them: one did so at the last refresh. */
  readonly isRecalled: boolean
  /** Nothing removes them. */
  readonly isLeft: boolean
}

function sharedSitesSaid({ plan }: Run): readonly SharedSites[] {
  return plan.warnings
    .filter((warning) => coded(sitesShared).test(warning))
    .map((warning) => {
      const [, category = '', verb, sites = ''] =
        /of category ("(?:[^"\\]|\\.)*") (is|are|was|were) in the lists.*?may do so: (.*?)\. /s.exec(
          warning,
        ) ?? []
      if (verb === undefined) throw new Unexpected(`nobody can read: ${warning}`)
      return {
        category: storedName(String(JSON.parse(category))),
        sites: sites.split(', '),
        isRecalled: verb.startsWith('w'),
        isLeft: warning.includes('Nothing removes what the other resource declares.'),
      }
    })
}

/** What was active, is declared to be, and is there, is active still: no change of another list leaves it inactive. */
export function expectActiveSitesToStayActive(run: Run): void {
  for (const [address, { category, sites, compile, verify }] of run.configuration) {
    const id = idNamed(run.after, category)
    const [before, after] = [run.before.get(id ?? -1), run.after.get(id ?? -1)]
    if (!compile || !before || !after) continue
    const known = storedUncompiled(run, id)
    // What others have taken out of a list that no refresh looks at, it takes for stored, and so it does not know how many sites are compiled.
    const looks = [verify, run.stateBefore.get(address)?.verify]
    const isOverlooked = (site: string) => looks.includes('none') && !before.stored.has(site)
    const idle = sites.filter(
      (site) =>
        before.active.has(site) &&
        after.stored.has(site) &&
        !after.active.has(site) &&
        !known.has(site) &&
        !isOverlooked(site),
    )
    if (idle.length > 0) throw new Unexpected(`${idle} are no longer active in ${category}`)
  }
}

/**
 * What a run adds is in a state, or the run says that it may be there. So does an update only if nobody can be asked for its sites: otherwise its
 * state has what may have been added, too.
 */
export function expectAddedSitesToBeRemembered(run: Run): void {
  const intents = intentsOf(run)
  for (const [id, { name, stored }] of run.after) {
    const states = [...run.state.values()].filter((state) => numberIn(state) === id)
    const managed = new Set(states.flatMap((state) => [...sitesOf(state)]))
    const added = minus(minus(stored, storedIn(run.before, id)), managed)
    const forgotten = [...added].filter(
      (site) =>
        !site.endsWith('.invalid') &&
        !intents.some((intent) => intent.to === id && saysThatItMayHaveAdded(intent, run, site)) &&
        !intents.some((intent) => intent.from === id && isLeftToSuccessor(intent, run, site)),
    )
    if (forgotten.length > 0) throw new Unexpected(`${forgotten} are in ${name}, and in no state`)
  }
}

/**
 * Whether a creation finds it that Ctrl-C or a file that has changed since the plan has kept from beginning: what it declares stays, also where a
 * compile has put it back.
 */
export function isLeftToSuccessor(
  { address, isReplacedInPlace, wants }: Intent,
  { wasInterrupted, interference }: Run,
  site: string,
): boolean {
  return (wasInterrupted || interference?.address === address) && isReplacedInPlace && wants.has(site)
}

/** Whether a failed change that may have added a site says so, or the answers to its questions were older than that. */
export function saysThatItMayHaveAdded(
  { takes, unseen, wants, stays, applied }: Intent,
  { faults, plan }: Run,
  site: string,
): boolean {
  // A refresh says it of what an interrupted change may have added, if it cannot ask.
  if (unseenByRefresh(plan) && (takes.has(site) || unseen.has(site) || wants.has(site))) return true
  if (!applied || applied.errors.length === 0 || !(takes.has(site) || unseen.has(site))) return false
  if (faults.some(({ effect }) => effect === 'stale')) return true
  const said = stays ? updateMayHaveStoredSites : creationMayHaveStoredSites
  return applied.warnings.some((warning) => coded(said).test(warning))
}

function unseenByRefresh({ warnings }: Run['plan']): boolean {
  return warnings.some((warning) => coded(updateMayHaveStoredSites).test(warning))
}
