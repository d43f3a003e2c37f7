import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { fileError } from '../files'
import { readText } from '../text-file'
import { writableFile, writeWhole } from '../whole-file'
import { identityOf, type ListedObject } from './listed-object'

/** What was unmanaged on appliances when the baseline was written. */
export interface Baseline {
  /**
   * Whether an object was unmanaged then, on the appliance of an address. The only appliance of a run is compared with the only one of the
   * baseline, whatever their addresses: a tunnel has another port each time.
   */
  has(object: ListedObject, appliance: string, isOnlyAppliance: boolean): boolean
}

/** Additions raise its second number, all other changes the first one. */
const formatVersion = '1.0'

/** Reads a baseline. @throws {Error} if it cannot be read */
export async function readBaseline(file: string): Promise<Baseline> {
  const advice = 'Write one with --write-baseline, and name it with --baseline.'
  const text = await readText(file, advice)
  const { data, error } = baselineFile.safeParse(parsedJson(text))
  if (!data) throw fileError(file, 'is not a baseline that this release can read', advice, error)
  const sets = new Map(
    data.appliances.map(({ appliance, objects }) => [appliance, new Set(objects.map(identityOf))]),
  )
  const [only] = sets.values()
  return {
    has(object, appliance, isOnlyAppliance) {
      const own = isOnlyAppliance && sets.size === 1 ? only : sets.get(appliance)
      return own?.has(identityOf(object)) ?? false
    },
  }
}

/** The unmanaged objects of an appliance. */
export interface UnmanagedOfAppliance {
  readonly appliance: string
  readonly objects: readonly ListedObject[]
}

/** Writes a baseline. The same objects give the same bytes. @throws {Error} if the file cannot be written */
export async function writeBaseline(
  file: string,
  appliances: readonly UnmanagedOfAppliance[],
): Promise<void> {
  const advice = 'Choose another one with --write-baseline.'
  const inOrder = [...appliances].sort((one, other) => (one.appliance < other.appliance ? -1 : 1))
  const document: z.infer<typeof baselineFile> = {
    format_version: formatVersion,
    appliances: inOrder.map(({ appliance, objects }) => ({ appliance, objects: [...objects] })),
  }
  await writeWhole(await writableFile(file, advice), `${JSON.stringify(document, null, 2)}\n`, advice)
}

const number = z.int().min(0)

const baselineFile = z.object({
  format_version: z.string().startsWith('1.'),
  appliances: z.array(
    z.object({
      appliance: z.string(),
      objects: z.array(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('category'), id: number, name: z.string() }),
          z.object({ kind: z.literal('group'), organization: z.string(), gid: number, name: z.string() }),
          z.object({ kind: z.literal('membership'), uid: z.string(), gid: number, name: z.string() }),
        ]),
      ),
    }),
  ),
})
