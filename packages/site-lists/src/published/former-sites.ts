import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Site, storedSite } from '@webfilter/appliance-names'
import type { SiteTable } from '../table/site-table'
import type { LeftOutKind } from './list-line'
import { ListLines } from './list-lines'

/** Where a text is read: files one behind the other, and where each begins. */
interface Texts {
  readonly bytes: Uint8Array
  readonly begins?: readonly number[] | undefined
}

/**
 * The sites of a list, as an earlier release read it, that are named by lines which are left out now, each with the kind of its first such
 * line. A release that reads a form otherwise leaves out a line with the name in it, so its words are looked up, and no form is read as
 * before.
 *
 * @param former the list
 * @throws the reason of the signal, which is looked at between turns
 */
export async function formerSitesLeftOut(
  { bytes, begins = [0] }: Texts,
  former: SiteTable,
  signal?: AbortSignal,
): Promise<ReadonlyMap<Site, LeftOutKind>> {
  const found = new Map<Site, LeftOutKind>()
  const lines = new ListLines(bytes, begins)
  let index = 0
  let unclear = 0
  while (lines.next()) {
    while (lines.from >= (begins[index + 1] ?? Number.POSITIVE_INFINITY)) {
      index += 1
      lines.beginFile(begins[index + 1])
    }
    if (lines.plainSite() !== 'unclear') continue
    const { text = '', leftOut, withdrawn } = lines.names()
    const kind = withdrawn ?? leftOut[0]?.kind
    if (kind !== undefined) {
      for (const word of text.split(betweenNames)) {
        const site = storedSite(word.replace(/^\.+/u, ''))
        if (site !== undefined && former.has(site) && !found.has(site)) found.set(site, kind)
      }
    }
    unclear += 1
    if (unclear % linesOfTurn !== 0) continue
    await nextTurn()
    signal?.throwIfAborted()
  }
  return found
}

const betweenNames = /[\s"'|^$,=/\\<>()[\]{}:;#@!*~&?]+/u
const linesOfTurn = 10_000
