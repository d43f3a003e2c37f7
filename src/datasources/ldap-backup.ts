import { bool, integer, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'
import { directoryDocumentation } from '../documentation'

/** The last backup of the user directory (interface document, 4.6). */
export const ldapBackup = dataSource('ldap_backup', {
  description:
    'Reads the last backup of the user directory. Use the resource `appliance_operation` to create a backup, or to import one by ' +
    'its file name.',
  documentation: directoryDocumentation,

  attributes: {
    found: bool({ computed: true, description: 'Whether a backup exists.' }),
    size: integer({
      computed: true,
      nullable: true,
      description: 'Size of the backup in bytes. Null if no backup exists.',
    }),
    time: string({
      computed: true,
      nullable: true,
      description: 'Time of the backup in UTC, such as `2026-06-17T02:00:00Z`. Null if no backup exists.',
    }),
    filename: string({
      computed: true,
      nullable: true,
      description:
        'Name of the backup file. Null if no backup exists, or if the appliance does not return it.',
    }),
  },

  async read({ appliance, signal }) {
    const backup = await appliance.directory.lastBackup(signal)
    return {
      found: backup !== undefined,
      size: backup?.size ?? null,
      time: backup ? backup.time.toISOString().replace('.000Z', 'Z') : null,
      filename: backup?.filename ?? null,
    }
  },
})
