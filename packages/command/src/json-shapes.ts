import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'

/**
 * The document that `show -json` has printed; undefined if it is none. OpenTofu 1.12 prints warnings about its own settings before it, on standard
 * output as well.
 */
export function shownDocument(text: string): unknown {
  const begin = text.search(/^\{"format_version"/m)
  return parsedJson(text) ?? (begin > 0 ? parsedJson(text.slice(begin)) : undefined)
}

/**
 * An array whose first wrong item is the only one that is told. The schema of the library notes each, and a small file of others can have
 * millions, which take more memory than the machine has.
 */
export function arrayOf<T>(item: z.ZodType<T>) {
  return z.array(z.unknown()).transform((items, context): T[] => {
    const read: T[] = []
    for (const [index, each] of items.entries()) {
      const { data, error } = item.safeParse(each)
      if (error) return refused(error, index, context)
      read.push(data)
    }
    return read
  })
}

/** The same of the values of an object. */
export function recordOf<T>(value: z.ZodType<T>) {
  return z.record(z.string(), z.unknown()).transform((values, context): Record<string, T> => {
    const read: [string, T][] = []
    for (const [key, each] of Object.entries(values)) {
      const { data, error } = value.safeParse(each)
      if (error) return refused(error, key, context)
      read.push([key, data])
    }
    return Object.fromEntries(read)
  })
}

function refused(error: z.ZodError, place: string | number, context: z.RefinementCtx): never {
  const [{ message, path } = { message: 'It is not valid.', path: [] }] = error.issues
  context.addIssue({ code: 'custom', message, path: [place, ...path] })
  return z.NEVER
}
