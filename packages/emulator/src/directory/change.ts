import { z } from 'zod'
import { readRecorded } from '../recorded-change'

/** The attributes of a member that may be changed later, by their LDAP names; an empty one is absent. */
export const memberAttributesSchema = z.object({
  givenName: z.string().optional(),
  sn: z.string().optional(),
  mail: z.string().optional(),
  title: z.string().optional(),
  telephoneNumber: z.string().optional(),
  mobile: z.string().optional(),
})

/** One change of the entries, the service or the backups: what a directory applies, and what a data file keeps. */
const directoryChangeSchema = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('service'),
    phase: z.enum(['not-installed', 'switched-off', 'running', 'stopped']),
  }),
  z.object({ change: z.literal('organization'), name: z.string() }),
  z.object({ change: z.literal('remove-organization'), name: z.string() }),
  z.object({
    change: z.literal('member'),
    uid: z.string(),
    organization: z.string(),
    gid: z.int(),
    attributes: memberAttributesSchema,
    passwordHash: z.string(),
  }),
  z.object({ change: z.literal('remove-member'), uid: z.string() }),
  z.object({ change: z.literal('group'), gid: z.int(), name: z.string(), organization: z.string() }),
  z.object({ change: z.literal('remove-group'), gid: z.int() }),
  z.object({ change: z.literal('link'), gid: z.int(), uid: z.string() }),
  z.object({ change: z.literal('unlink'), gid: z.int(), uid: z.string() }),
  z.object({ change: z.literal('backup'), filename: z.string(), time: z.int(), size: z.int() }),
  z.object({ change: z.literal('import'), filename: z.string() }),
])

/** A change of the directory, as the file of an appliance records it. */
export type DirectoryChange = z.infer<typeof directoryChangeSchema>
export type MemberAttributes = Readonly<z.infer<typeof memberAttributesSchema>>

/** Records a change and applies it. */
export type Commit = (change: DirectoryChange) => void

/** Reads a change that was recorded. Throws where it is none. */
export function parseDirectoryChange(recorded: unknown): DirectoryChange {
  return readRecorded(directoryChangeSchema, 'the directory', recorded)
}
