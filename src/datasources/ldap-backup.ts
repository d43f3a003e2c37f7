import { dataSource } from '../definitions'
import { directoryDocumentation } from '../documentation'
import { bool, integer, string } from '../terraform/schema/builders'

/** The last backup of the user directory (interface document, 4.6). */
export const ldapBackup = dataSource('ldap_backup', {
  description:
    'The last backup of the user directory. The resource `appliance_operation` makes one, and imports one by the name of its file.',
  documentation: directoryDocumentation,

  attributes: {
    found: bool({ computed: true, description: 'Whether there is a backup.' }),
    size: integer({
      computed: true,
      nullable: true,
      description: 'Bytes of the backup. Null where there is none.',
    }),
    time: string({
      computed: true,
      nullable: true,
      description: 'When it was made, in UTC, as `2026-06-17T02:00:00Z`. Null where there is none.',
    }),
    filename: string({
      computed: true,
      nullable: true,
      description: 'Name of its file. Null where there is none, or where the appliance does not tell.',
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
