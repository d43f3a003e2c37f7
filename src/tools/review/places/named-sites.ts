import type { Change, Finding } from '../change'
import type { Names } from '../names'
import { sitesOfPair } from './child-and-parent'

/** The sites that a finding is about, a few of them; none if it is about something else, or if they are sensitive. */
export function namedSites({ rule, names }: Pick<Finding, 'rule' | 'names'>): readonly string[] {
  if (rule === 'parent-and-child-apart') return firstOf(names).flatMap(sitesOfPair)
  return rule === 'public-suffix' || rule === 'site-in-two-categories' ? firstOf(names) : []
}

/** The sites of a change or a difference. */
export function sitesOfLine({ noun, names }: Pick<Change, 'noun' | 'names'>): readonly string[] {
  return noun === 'site' ? firstOf(names) : []
}

/** Enough names to find one of them in a list; the others may come from another one. */
function firstOf(names: Names | undefined): readonly string[] {
  return names?.first(10) ?? []
}
