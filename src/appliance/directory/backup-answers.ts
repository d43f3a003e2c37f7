import * as z from 'zod/mini'
import { unreadableAnswer } from '../answer'
import { type Envelope, lowerCaseKeys } from '../envelope'
import { toldInteger } from '../told-values'
import type { DirectoryAnswer } from './directory-payload'

/** What is known of the last backup of the directory (field notes, "backup/instant"). */
export interface LastBackup {
  /** Bytes. */
  readonly size: number
  readonly time: Date
}

const backupSchema = z.object({ filesize: toldInteger, filetime: toldInteger })

/** Reads the last backup, undefined where there is none: both fields are missing or 0. Throws `unreadable` otherwise. */
export function readLastBackup({ answer, envelope }: DirectoryAnswer): LastBackup | undefined {
  const { fields } = envelope
  const places = [fields, lowerCaseKeys(fields.data) ?? {}]
  const told = places.find((place) => 'filesize' in place || 'filetime' in place)
  if (!told) return undefined
  const parsed = backupSchema.safeParse(told)
  if (!parsed.success) throw unreadableAnswer(answer, 'which does not tell size and time of a backup')
  const { filesize, filetime } = parsed.data
  const time = new Date(filetime * 1000)
  if (Number.isNaN(time.getTime())) throw unreadableAnswer(answer, 'which tells no time of a backup')
  return filetime === 0 ? undefined : { size: filesize, time }
}

/** Whether a failure says that there is no backup. Unlike a member, a backup is a file that may be missing. */
export function saysNoBackup({ error, info }: Envelope): boolean {
  return /\bno[\s_-]*backup|backup[\s_-]*not[\s_-]*found|no such file/i.test(`${error}\n${info}`)
}
