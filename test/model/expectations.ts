import {
  sitesContested,
  sitesInOtherCategories,
  sitesStillStored,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { notListed } from '@webfilter/appliance-declarations/diagnostics/objects'
import { sitesFileChangedAfterPlan } from '@webfilter/appliance-declarations/diagnostics/site-files'
import type { Fault } from '@webfilter/appliance-emulator'
import { storedName } from '@webfilter/appliance-names'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { inconsistentPlan } from '@webfilter/terraform-plugin/testing'
import { expectActiveSites, expectTrueCompiled } from './active-sites'
import type { Circumstances } from './circumstances'
import { type DeclaredList, nameInHtml, referredBy, triggerOf } from './configuration'
import { contestedSites, excusedIn, takenOutByOthers } from './contested'
import type { Plan } from './core'
import { categoryIn, type Intent, idNamed, intentsOf, minus, numberIn, sitesOf, storedIn } from './intent'
import { coded, refusalsOf, unlistedIn } from './refusals'
import type { Address } from './resource-types'
import {
  expectActiveSitesToStayActive,
  expectAddedSitesToBeRemembered,
  expectGivenUpSitesGone,
  expectSharedSitesToStay,
  isLeftToSuccessor,
  isSaidToBeRestored,
  isSaidToStay,
  saysThatItMayHaveAdded,
} from './shared-sites'
import { Unexpected } from './unexpected'
import type { Holding, Run, Snapshot } from './world'
import { isInFile } from './writing'

/** What holds after every run, also one during which the appliance failed. */
export function expectHonesty(run: Run, circumstances: Circumstances): void {
  expectPlanToChangeNothing(run)
  expectConflictsToBeRefusedByAppliesAlone(run)
  expectNothingElseTouched(run)
  expectStatesToClaimWhatIsDeclared(run)
  if (run.plan.errors.length > 0 || run.wasKilled) return
  expectRefreshesToSee(run, circumstances)
  expectRefreshesToLoseNothing(run, circumstances)
  expectOtherWritingsToChangeNothing(run)
  expectConsistentPlans(run)
  expectStatesToClaimWhatIsThere(run)
  expectNothingForgotten(run, circumstances)
  expectKeptSitesToBeNamed(run, circumstances)
  expectAddedSitesToBeRemembered(run)
  expectFailedCreationsToHoldWhatWasLeft(run)
  expectTrueCompiled(run)
}

/** What holds besides after a run during which nothing went wrong. */
export function expectSuccess(run: Run, again: Plan): void {
  const errors = errorsOf(run)
  if (errors.length > 0) throw new Unexpected(`the run failed although nothing went wrong: ${errors.join()}`)
  expectDeclaredSites(run)
  expectActiveSites(run)
  expectActiveSitesToStayActive(run)
  expectGivenUpSitesGone(run)
  expectSharedSitesToStay(run)
  expectNothingToDo(run, again)
  expectNothingMissedMeanwhile(run)
}

/**
 * A site that changes its category is in one of the two at every moment, unless Terraform begins the change that takes it only after the one that
 * gives it up, as it may if it works on one resource at a time. One that a list has before and after it is replaced never leaves.
 */
function expectNothingMissedMeanwhile(run: Run): void {
  const intents = intentsOf(run)
  for (const { address, isReplacedInPlace, manages, wants, to } of intents) {
    const others = intents.filter((other) => other.address !== address && other.from === to)
    const isKept = (site: string) =>
      manages.has(site) && wants.has(site) && !others.some(({ givesUp }) => givesUp.has(site))
    const [missed, inactive] = [run.missedMeanwhile, run.inactiveMeanwhile].map((all) =>
      [...all].filter(isKept),
    )
    if (isReplacedInPlace && missed?.length)
      throw new Unexpected(`${missed} was in no category while ${address} was replaced`)
    if (isReplacedInPlace && inactive?.length)
      throw new Unexpected(`${inactive} was not active while ${address} was replaced`)
  }
  if (run.isInTurn) return
  const takers = intents.filter((intent) => !comesLater(intent, run))
  const missed = [...run.missedMeanwhile].filter((site) => takers.some(({ takes }) => takes.has(site)))
  if (missed.length > 0) throw new Unexpected(`${missed} was in no category for a while`)
}

/** Whether Terraform begins it only after another change: of the resource that it refers to or is replaced with, or its own destroy. */
function comesLater({ address, prior, stays, declared }: Intent, { configuration }: Run): boolean {
  if (prior !== null && !stays) return true
  if (!declared) return false
  const earlier = referredBy(declared, configuration) ?? triggerOf(address, declared, configuration)
  return earlier !== undefined
}

/** Whether a run was about all that is declared, and knew what is there: otherwise, a later one mends what it leaves. */
export function isWholePicture(run: Run): boolean {
  const { isTargeted, isRefreshed, stateBefore, beforePlan } = run
  if (isTargeted) return false
  if (isRefreshed) return true
  if (mayTakeFromOthers(run)) return false
  return [...stateBefore.values()].every((state) => {
    const holding = beforePlan.get(numberIn(state))
    return holding?.name === storedName(categoryIn(state)) && minus(sitesOf(state), holding.stored).size === 0
  })
}

/**
 * Whether a list that was not read may take what another one declares in its category: what a tainted one had is not known, and Terraform before
 * 1.16 hands nothing of the plan of the others to the apply.
 */
function mayTakeFromOthers(run: Run): boolean {
  const intents = intentsOf(run)
  const isTainted = run.plan.changes.some(({ because }) => because === 'tainted')
  if (run.keepsPlannedPrivate && !isTainted) return false
  return intents.some((one) =>
    intents.some(
      (other) =>
        other.address !== one.address &&
        other.to === one.from &&
        [...one.givesUp].some((site) => other.wants.has(site)),
    ),
  )
}

/** Whether the configuration asked for what cannot be. Then there must be errors that say so, and no others. */
export function isRefused(run: Run, circumstances: Circumstances): boolean {
  const errors = errorsOf(run)
  const refusals = refusalsOf(run, circumstances)
  const overlooked = refusals.find(({ certain }) => certain)
  if (errors.length === 0 && overlooked) throw new Unexpected(`nobody said: ${overlooked.says}`)
  return errors.length > 0 && errors.every((error) => refusals.some(({ says }) => says.test(error)))
}

function errorsOf(run: Run): readonly string[] {
  return [...run.plan.errors, ...run.applied.flatMap(({ errors }) => errors)]
}

function expectPlanToChangeNothing({ beforePlan, before }: Run): void {
  for (const [id, { name, stored, active }] of before) {
    const earlier = beforePlan.get(id)
    if (!earlier || !areEqual(earlier.stored, stored) || !areEqual(earlier.active, active))
      throw new Unexpected(`the plan changed ${name}`)
  }
}

/** A plan only warns of sites that other categories hold. An apply that refuses them has sent nothing for the category. */
function expectConflictsToBeRefusedByAppliesAlone(run: Run): void {
  const isRefusal = (error: string) => error.includes(`[appliance:${sitesInOtherCategories.code}]`)
  const refused = run.plan.errors.filter(isRefusal)
  if (refused.length > 0) throw new Unexpected(`the plan refused what the apply decides: ${refused}`)
  const intents = intentsOf(run)
  for (const { address, applied, to, takes } of intents) {
    if (!applied?.errors.some(isRefusal)) continue
    const others = intents.filter((other) => other.address !== address && other.to === to)
    const added = minus(storedIn(run.after, to), storedIn(run.before, to))
    const sent = [...takes].filter((site) => added.has(site) && !others.some(({ wants }) => wants.has(site)))
    if (sent.length > 0) throw new Unexpected(`${address} was refused, and ${sent} added`)
  }
}

/** Only what is declared comes, and only what was declared, or is declared to be taken away, goes. */
function expectNothingElseTouched(run: Run): void {
  const intents = intentsOf(run)
  for (const [id, { name, stored }] of run.before) {
    const left = run.after.get(id)?.stored
    if (!left) throw new Unexpected(`${name} is gone`)
    for (const site of minus(stored, left)) {
      const isGivenUp = intents.some(({ from, givesUp }) => from === id && givesUp.has(site))
      const isTaken = intents.some(
        ({ to, takes, declared }) => to !== id && declared?.onConflict === 'move' && takes.has(site),
      )
      if (!isGivenUp && !isTaken && !standsForNothing(site))
        throw new Unexpected(`${site} was taken out of ${name}`)
    }
  }
  for (const [id, { name, stored }] of run.after) {
    const before = run.before.get(id)?.stored
    if (!before && !intents.some(({ to }) => to === id) && !isStoredOtherwise(run, name))
      throw new Unexpected(`${name} was created`)
    for (const site of minus(stored, before ?? new Set())) {
      const isWanted = intents.some(
        ({ to, takes, unseen }) => to === id && (takes.has(site) || unseen.has(site)),
      )
      if (!isWanted && !isNamedAsLeft(run, site)) throw new Unexpected(`${site} was added to ${name}`)
    }
  }
}

/** Whether a category is one that was declared, under another name: the run says so, and it is created once. */
function isStoredOtherwise(run: Run, name: string): boolean {
  const declared = [...run.configuration.values()].find(({ category }) => nameInHtml(category) === name)
  if (!declared) return false
  if (unlistedIn(run.stateBefore.values()).includes(declared.category))
    throw new Unexpected(`${declared.category} was created once more as ${name}`)
  // Nobody has seen it where no list could be read after the creation.
  const isUnseen =
    hasFault(run, 'stored-otherwise') && run.faults.some(({ operation }) => operation === 'list')
  const errors = errorsOf(run)
  return (
    run.wasKilled || (isUnseen && errors.length > 0) || errors.some((error) => coded(notListed).test(error))
  )
}

/** Whether it is a name by way of which a category was compiled. One that an earlier change has left behind is removed by a later one. */
function standsForNothing(site: string): boolean {
  return site.endsWith('.invalid')
}

/**
 * A name that stands for no website may stay behind where a category was compiled by way of it, and the run says so, unless it was
 * killed.
 */
function isNamedAsLeft(run: Run, site: string): boolean {
  const warnings = intentsOf(run).flatMap(({ applied }) => applied?.warnings ?? [])
  return (
    standsForNothing(site) &&
    (run.wasKilled ||
      // The appliance has called it removed. It stands for no website, so nobody asks for it again.
      hasFault(run, 'pretend') ||
      warnings.some(
        (warning) => warning.includes(site) && warning.includes('[appliance:harmless-names-left]'),
      ))
  )
}

/**
 * Reading a state adds nothing to it but what it names as missing, and applying adds what is declared: what others added is in none.
 */
function expectStatesToClaimWhatIsDeclared({ plan, stateBefore, state, configuration }: Run): void {
  const expectOnly = (address: Address, claimed: ReadonlySet<string>, declared: readonly string[]) => {
    const before = stateBefore.get(address)
    const others = minus(claimed, new Set([...sitesOf(before), ...missingIn(before), ...declared]))
    if (others.size > 0) throw new Unexpected(`the state of ${address} claims ${[...others]} of others`)
  }
  for (const { address, prior } of plan.changes) expectOnly(address, sitesOf(prior), [])
  for (const [address, values] of state)
    expectOnly(address, sitesOf(values), configuration.get(address)?.sites ?? [])
}

function missingIn(state: ObjectValue | undefined): readonly string[] {
  const { missing } = Object(state?.file_sites ?? {})
  return Array.isArray(missing) ? missing.map(String) : []
}

/** What is there is not taken for missing, however queries fail. Where single sites cannot be asked for, the count decides. */
function expectRefreshesToLoseNothing(
  { plan, beforePlan, stateBefore }: Run,
  { withoutOlderRoutes }: Circumstances,
): void {
  if (withoutOlderRoutes) return
  for (const { address, prior } of plan.changes) {
    const stored = prior && storedIn(beforePlan, numberIn(prior))
    const left = stored && minus(sitesOf(stateBefore.get(address)), sitesOf(prior))
    const lost = [...(left ?? [])].filter((site) => stored?.has(site))
    if (lost.length > 0) throw new Unexpected(`the refresh of ${address} took ${lost} for missing`)
  }
}

/** A refresh leaves out of the state what is missing, unless nobody is to look. Terraform refreshes nothing that it is to forget. */
function expectRefreshesToSee(
  { plan, beforePlan, isRefreshed, faultsOfPlan }: Run,
  { withoutOlderRoutes }: Circumstances,
): void {
  if (withoutOlderRoutes || !isRefreshed) return
  // The plan fails, unless what cannot be asked for was in doubt before: that stays so.
  if (faultsOfPlan.some(({ operation }) => operation === 'query')) return
  for (const { address, action, prior } of plan.changes) {
    if (!prior || prior.verify === 'none' || action === 'forget') continue
    const missing = minus(sitesOf(prior), storedIn(beforePlan, numberIn(prior)))
    if (missing.size > 0)
      throw new Unexpected(`the refresh of ${address} did not see that ${[...missing]} are missing`)
  }
}

/**
 * A file with the sites that are managed by now is no change, whatever it looks like and wherever it is. Only if another list of
 * the category removes some of these sites, the plan says that they are put back.
 */
function expectOtherWritingsToChangeNothing(run: Run): void {
  const intents = intentsOf(run)
  for (const intent of intents) {
    const { address, prior, declared, stays, manages, wants, from } = intent
    if (
      takenOutByOthers(
        intent,
        intents.filter((other) => other.from === from),
      ).length > 0
    )
      continue
    // The first plan of `-replace` is that of an update.
    if ([...wants].some((site) => isSaidToBeRestored(run, site))) continue
    const action = run.plan.changes.find((change) => change.address === address)?.action
    if (!prior || !declared || !stays || !isInFile(declared) || typeof prior.sites_file !== 'string') continue
    // A site that a failed apply has taken out is named as missing, until an apply gives it up.
    const isSettled = (prior.compiled === true || !declared.compile) && missingIn(prior).length === 0
    // What an interrupted update may have left is sent again, unless a refresh has asked for it.
    if (!run.isRefreshed && Object(prior.file_sites ?? {}).file_digest === null) continue
    if (!isSettled || !areEqual(manages, wants) || !hasSameSettings(prior, declared)) continue
    if (action !== 'no-op')
      throw new Unexpected(`${address} is to ${action}, and only its file is written in another way`)
  }
}

function hasSameSettings(prior: ObjectValue, declared: DeclaredList): boolean {
  return (
    (declared.list === null || prior.name === declared.list) &&
    prior.on_invalid_line === declared.onInvalidLine &&
    prior.on_conflict === declared.onConflict &&
    prior.on_remove === declared.onRemove &&
    prior.on_destroy === declared.onDestroy &&
    prior.compile === declared.compile &&
    prior.removal_limit === declared.removalLimit &&
    prior.verify === declared.verify
  )
}

/** Only a file that changed after the plan excuses that a second plan is another one, and then nothing is sent. */
function expectConsistentPlans({ applied, interference }: Run): void {
  for (const { address, errors } of applied) {
    const inconsistent = errors.find(
      (error) => error.startsWith(inconsistentPlan) || coded(sitesFileChangedAfterPlan).test(error),
    )
    if (inconsistent && interference?.address !== address) throw new Unexpected(`${address}: ${inconsistent}`)
  }
}

/**
 * A state may still hold a site whose removal was not confirmed: the next plan looks. So may that of a list to which the engine never came,
 * because something failed before, and that of one whose replacement failed: the provider could not put back what another list has taken out,
 * nor say so.
 */
function expectStatesToClaimWhatIsThere(run: Run): void {
  const intents = intentsOf(run)
  for (const intent of intents) {
    const { address, applied, givesUp, wants } = intent
    const state = run.state.get(address)
    const holding = state && run.after.get(numberIn(state))
    if (!state || !holding || holding.name !== storedName(categoryIn(state))) continue
    // What may have been added, or put back, is asked for by the next refresh. Of what the appliance rejects, nothing is in doubt.
    const mayBeAdded = run.wasInterrupted || run.faults.length > 0 ? wants : []
    // What was to stay there without the list may be moved away by another category meanwhile.
    const letsGo = [...givesUp, ...intent.keeps]
    const doubtful = new Set(applied && applied.errors.length > 0 ? [...letsGo, ...mayBeAdded] : [])
    const excused = excusedIn(run, holding.id)
    const here = intents.filter(({ from }) => from === holding.id)
    const isTried = applied?.isSent && (intent.stays || applied.errors.length === 0)
    const others = here.filter((other) => other.address !== address)
    const isGivenUp = (site: string) => others.some((other) => other.givesUp.has(site))
    const movers = intents.filter(({ to, declared }) => to !== holding.id && declared?.onConflict === 'move')
    const isMoved = (site: string) => movers.some(({ takes }) => takes.has(site))
    const takenOut = new Set(
      isTried ? [] : [...intent.manages].filter((site) => isGivenUp(site) || isMoved(site)),
    )
    // The numbers of an answer prove nothing. The next refresh says what was left out.
    const leftOut = hasFault(run, 'leaves-one-out') ? intent.wants : new Set<string>()
    const known = [holding.stored, excused, doubtful, takenOut, leftOut]
    const absent = known.reduce(minus, sitesOf(state))
    if (absent.size > 0) throw new Unexpected(`the state of ${address} claims ${[...absent]}, absent there`)
  }
}

/**
 * What the state held is gone, or in the state still, or declared by a resource that has taken the site over, or a failed one says that it may have
 * added it again. One that fails has in its state what others have left to it.
 */
function expectNothingForgotten(run: Run, circumstances: Circumstances): void {
  const intents = intentsOf(run)
  for (const intent of intents) {
    const { address, prior, stays, from, keeps } = intent
    if (!prior || from === undefined) continue
    const stored = (snapshot: Snapshot, site: string) => snapshot.get(from)?.stored.has(site) ?? false
    const states = [...run.state.values()].filter((state) => numberIn(state) === from)
    const claimed = new Set(states.flatMap((state) => [...sitesOf(state)]))
    const successors = intents.filter(
      (other) =>
        !(stays && other.address === address) &&
        other.to === from &&
        !(hasFailed(other) && hasBegunIn(other, from, run)),
    )
    const wereThere = [...sitesOf(run.stateBefore.get(address))].filter((site) => stored(run.before, site))
    const left = wereThere.filter((site) => stored(run.after, site))
    // What a list leaves that is destroyed needs no other state, also where its successor fails.
    const isLeft = !stays && prior.on_destroy === 'keep'
    if (isBelieved(intent) || isHidden(run, circumstances) || isLeft) continue
    const forgotten = left.filter(
      (site) =>
        !claimed.has(site) &&
        !keeps.has(site) &&
        !successors.some(({ wants }) => wants.has(site)) &&
        !intents.some((other) => other.to === from && saysThatItMayHaveAdded(other, run, site)) &&
        !intents.some((other) => other.from === from && isLeftToSuccessor(other, run, site)) &&
        !isSaidToStay(run, site),
    )
    if (forgotten.length > 0)
      throw new Unexpected(`${address} forgot ${forgotten}, which are in ${from} still`)
  }
}

/** Whether a list has come to a category: the deletion where it was before may have failed, and the creation never begins then. */
function hasBegunIn({ address, from }: Intent, category: number, { state }: Run): boolean {
  const left = state.get(address)
  return from === category || !left || numberIn(left) !== from
}

/** What an appliance keeps although it has called it removed ends in an error, unless nobody is to look. What another list leaves there stays. */
function expectKeptSitesToBeNamed(run: Run, circumstances: Circumstances): void {
  const intents = intentsOf(run)
  for (const intent of intents) {
    const { address, applied, from, givesUp } = intent
    const here = intents.filter((other) => other.to === from || other.from === from)
    const isLeft = (site: string) => here.some((other) => other.keeps.has(site))
    const isWanted = (site: string) => here.some((other) => other.to === from && other.wants.has(site))
    // What the failure of another list leaves in its state, that one removes with the next apply.
    const isClaimed = (site: string) =>
      here.some((other) => hasFailed(other) && sitesOf(run.state.get(other.address)).has(site))
    const kept = [...givesUp].filter(
      (site) =>
        storedIn(run.after, from).has(site) &&
        !isWanted(site) &&
        !isLeft(site) &&
        !isClaimed(site) &&
        !isSaidToStay(run, site),
    )
    if (kept.length === 0 || !applied?.isSent || applied.errors.length > 0) continue
    if (isBelieved(intent) || isHidden(run, circumstances)) continue
    throw new Unexpected(`${address} gave up ${kept}, which ${from} has still, and nothing was said`)
  }
}

/** Whether no question shows what became of removed sites, or a warning said it. */
function isBelieved({ prior, declared, stays, applied }: Intent): boolean {
  const verify = stays ? declared?.verify : prior?.verify
  const isSaid = applied?.warnings.some((warning) => coded(sitesStillStored).test(warning)) === true
  return verify === 'none' || isSaid
}

/**
 * Whether an appliance that calls something removed which is not may not say so either when it is asked: no outage makes an apply fail. Without the
 * older routes, a category that the list lacks counts as gone.
 */
function isHidden(run: Run, { withoutOlderRoutes }: Circumstances): boolean {
  const isUnlisted = withoutOlderRoutes === true && hasFault(run, 'entries-missing')
  return isUnlisted || (hasFault(run, 'pretend') && run.faults.some(({ operation }) => operation === 'query'))
}

function hasFault({ faults }: Run, effect: Fault['effect']): boolean {
  return faults.some((fault) => fault.effect === effect)
}

/** A creation that fails keeps no state of what it has added: its state would be destroyed next. */
function expectFailedCreationsToHoldWhatWasLeft({ applied, plan, stateBefore }: Run): void {
  const managed = [...plan.changes.map(({ prior }) => prior), ...stateBefore.values()]
  for (const { address, isTainted, after } of applied) {
    // One that no list shows has no number, and no sites.
    if (!isTainted || !after || after.id === '') continue
    const before = managed.filter((state) => state && numberIn(state) === numberIn(after))
    const others = minus(sitesOf(after), new Set(before.flatMap((state) => [...sitesOf(state)])))
    // What the refresh has found to be gone, and the appliance refuses to create, keeps its state.
    const held = stateBefore.get(address)
    const isAsBefore = held !== undefined && numberIn(held) === numberIn(after)
    if (others.size > 0 || (sitesOf(after).size === 0 && !isAsBefore))
      throw new Unexpected(
        `the failed creation of ${address} left a state with ${[...others]}, which is tainted now`,
      )
  }
}

function hasFailed({ applied }: Intent): boolean {
  return applied?.isSent === true && applied.errors.length > 0
}

function expectDeclaredSites(run: Run): void {
  for (const { category, sites } of run.configuration.values()) {
    const holding = holdingNamed(run.after, category)
    if (!holding) throw new Unexpected(`${category} is not there`)
    const absent = minus(minus(new Set(sites), holding.stored), excusedIn(run, holding.id))
    if (absent.size > 0) throw new Unexpected(`${[...absent]} are not in ${category}`)
  }
}

function holdingNamed(snapshot: Snapshot, name: string): Holding | undefined {
  const id = idNamed(snapshot, name)
  return id === undefined ? undefined : snapshot.get(id)
}

function expectNothingToDo(run: Run, again: Plan): void {
  // The first plan may not have known the category of one of the two.
  if (contestedSites(run).size > 0 && again.errors.every((error) => coded(sitesContested).test(error))) return
  if (again.errors.length > 0) throw new Unexpected(`the second plan failed: ${again.errors.join()}`)
  for (const { address, action, prior, planned } of again.changes) {
    const declared = run.configuration.get(address)
    const excused = declared && excusedIn(run, idNamed(run.after, declared.category))
    if (action === 'no-op' || declared?.sites.some((site) => excused?.has(site))) continue
    throw new Unexpected(
      `the second plan wants to ${action} ${address}:\n${JSON.stringify(prior)}\n${JSON.stringify(planned)}`,
    )
  }
}

function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && minus(one, other).size === 0
}
