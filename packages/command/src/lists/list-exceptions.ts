import { isPublicSuffix, type Site } from '@webfilter/appliance-names'
import type { ListLines } from '@webfilter/site-lists'

/** What a line of a file of exceptions excepts. */
export function exceptionsOfLine(line: ListLines): readonly Site[] {
  const plain = line.plainSite()
  if (plain === 'nothing') return []
  if (plain !== 'unclear') return [line.bytes.toString('latin1', plain.from, plain.to) as Site]
  const { names, leftOut } = line.names()
  return [
    ...names.map(({ site }) => site),
    ...leftOut.map(({ exception }) => exception).filter(isTakenException),
  ]
}

/** A list of others cannot except a public suffix, as the provider reads it. */
export function isTakenException(exception: Site | undefined): exception is Site {
  return exception !== undefined && !isPublicSuffix(exception)
}
