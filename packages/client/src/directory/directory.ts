import { Notices } from '../notices'
import { readSuccess } from '../protocol/envelope'
import type { RouteCaller } from '../protocol/route-caller'
import type { Log } from '../settings'
import {
  type LastBackup,
  type Organizations,
  readLastBackup,
  readOrganizations,
  saysNoBackup,
} from './answers'
import { createDirectoryCaller } from './directory-caller'
import { createGroups, type Groups } from './groups'
import { createMembers, type Members } from './members'
import { directoryRoutes } from './routes'
import { createDirectoryService, type DirectoryService } from './service'

/** The user directory of one appliance (docs/appliance, "Routes"). Every method throws `ApplianceError`. */
export interface Directory {
  readonly service: DirectoryService
  readonly members: Members
  readonly groups: Groups

  /** The names of all organizations; one alone where the appliance has a single organization. */
  organizations(signal: AbortSignal): Promise<readonly string[]>

  /** The last backup; undefined where there is none. */
  lastBackup(signal: AbortSignal): Promise<LastBackup | undefined>

  /** Orders a backup. The appliance may make it after it has answered. */
  backUp(signal: AbortSignal): Promise<void>

  /** Orders the import of a backup by the name of its file. The appliance imports it after it has answered. */
  importBackup(filename: string, signal: AbortSignal): Promise<void>

  /** Applies the schedule of backups that is set in the console. */
  applySchedule(signal: AbortSignal): Promise<void>
}

/**
 * The user directory that the caller reaches. Sends nothing by itself.
 * @param notices receive what is left out of lists
 */
export function createDirectory(caller: RouteCaller, log: Log, notices = new Notices()): Directory {
  const service = createDirectoryService(caller, log)
  const directoryCaller = createDirectoryCaller(caller, service, log)

  async function organizations(signal: AbortSignal): Promise<Organizations> {
    return readOrganizations(await directoryCaller.ask(directoryRoutes.organizations, {}, signal))
  }

  const members = createMembers(directoryCaller, organizations, log)

  return {
    service,
    members,
    groups: createGroups(directoryCaller, members, organizations, notices),
    organizations: async (signal) => (await organizations(signal)).names,
    async lastBackup(signal) {
      const answer = await directoryCaller.find(directoryRoutes.lastBackup, {}, signal, saysNoBackup)
      return answer && readLastBackup(answer)
    },
    async backUp(signal) {
      await directoryCaller.ask(directoryRoutes.backUp, {}, signal)
    },
    async importBackup(filename, signal) {
      const parameters = { filename }
      await directoryCaller.ask(directoryRoutes.importBackup, { parameters }, signal)
    },
    async applySchedule(signal) {
      readSuccess(await caller.ask(directoryRoutes.applySchedule, {}, signal))
    },
  }
}
