import * as z from 'zod/mini'
import { unreadableAnswer } from '../../protocol/answer'
import { type Envelope, lowerCaseKeys } from '../../protocol/envelope'
import { orNull, toldInteger, toldText } from '../../protocol/told-values'
import type { DirectoryAnswer } from './payload'

/** What is known of the last backup of the directory (field notes, "backup/instant"). */
export interface LastBackup {
  /** Bytes. */
  readonly size: number
  readonly time: Date
  /** The name of its file; undefined where the appliance does not tell. */
  readonly filename: string | undefined
}

const backupSchema = z.object({
  filesize: toldInteger.check(z.minimum(0)),
  filetime: toldInteger.check(z.minimum(0)),
  filename: orNull(toldText),
})

/**
 * Reads the last backup, undefined where there is none: size and time are both 0, and no file is named. Throws `unreadable` for
 * everything else, as nobody could tell a backup of a form that is not known from none.
 */
export function readLastBackup({ answer, envelope }: DirectoryAnswer): LastBackup | undefined {
  const { fields } = envelope
  const places = [fields, lowerCaseKeys(fields.data) ?? {}]
  const parsed = backupSchema.safeParse(places.find((place) => 'filesize' in place || 'filetime' in place))
  if (!parsed.success)
    throw unreadableAnswer(answer, 'which does not contain the size and the time of a backup')
  const { filesize: size, filetime } = parsed.data
  const filename = parsed.data.filename?.trim() || undefined
  const time = new Date(filetime * 1000)
  if (Number.isNaN(time.getTime())) throw unreadableAnswer(answer, 'which contains no valid time of a backup')
  if (filetime > 0) return { size, time, filename }
  if (size > 0 || filename) throw unreadableAnswer(answer, 'which reports a backup without its time')
  return undefined
}

/**
 * Whether a failure says that there is no backup: with the whole of its text, and with nothing beside it. The words are assumed, as no
 * release is known to document them; a text that only holds them, or tells of a file, may be of any other failure.
 */
export function saysNoBackup({ error, info }: Envelope): boolean {
  const texts = [error, info].map((text) => text.trim()).filter((text) => text !== '')
  return texts.length > 0 && texts.every((text) => noBackup.test(text))
}

const noBackup = /^(?:no_backup|backup_not_found|no backup(?: found)?)\.?$/i
