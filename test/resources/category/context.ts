import { Diagnostics } from '@webfilter/terraform-plugin'
import { ManagedObject } from '@webfilter/terraform-plugin/testing'
import { Run } from '../../../src/coordination/run'
import type { Context, PlanContext } from '../../../src/definitions'
import type { Memory } from '../../../src/resources/category/list-private-data'
import { SiteFiles } from '../../../src/sites/files/site-files'

/** An object of a state, as one plan or change of it sees it. */
export function objectOfState(): ManagedObject {
  return new ManagedObject({ typeName: 'appliance_category', role: 'stored', token: undefined })
}

/** What lists are planned and changed with, with nothing kept or noted, and settings that are not written. */
export function contextOf(given: Pick<Context, 'appliance'> & Partial<Context & Memory>): Context & Memory {
  return { run: new Run(), ...unwritten, ...contextOfPlan(), ...given }
}

/** The same while the settings of the provider are not known. */
export function contextOfPlan(given: Partial<PlanContext & Memory> = {}): PlanContext & Memory {
  return {
    diagnostics: new Diagnostics(),
    signal: new AbortController().signal,
    object: objectOfState(),
    record: undefined,
    noted: undefined,
    notedInPlan: undefined,
    areNotesKept: false,
    keep() {},
    note() {},
    ...given,
  }
}

const unwritten = {
  onUnreachable: 'warn',
  removalLimit: { text: null, variable: undefined },
  verify: 'auto',
  siteFiles: new SiteFiles(),
} as const
