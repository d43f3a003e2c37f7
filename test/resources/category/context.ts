import { noFiles, SiteFiles } from '@webfilter/site-lists'
import { Diagnostics } from '@webfilter/terraform-plugin'
import { ManagedObject } from '@webfilter/terraform-plugin/testing'
import type { Context, PlanContext } from '../../../src/resources/category/context'
import type { ChangeMemory, PlanMemory } from '../../../src/resources/category/memory'
import { noPackedList, type StoredList } from '../../../src/resources/category/stored'
import { Run } from '../../../src/run/run'

type Memory = PlanMemory & ChangeMemory

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

/** A list in a state, with the defaults of the attributes. */
export function storedList(given: Partial<StoredList>): StoredList {
  return {
    sites: null,
    ...noFiles,
    ...noPackedList,
    on_conflict: 'keep',
    on_remove: 'remove',
    on_destroy: 'remove',
    on_invalid_line: 'skip',
    compile: true,
    verify: 'auto',
    compiled: true,
    ...given,
  }
}

const unwritten = {
  onUnreachable: 'warn',
  removalLimit: { text: null, variable: undefined },
  verify: 'auto',
  siteFiles: new SiteFiles(),
} as const
