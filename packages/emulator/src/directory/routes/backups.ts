import { type Answer, json } from '../../protocol/envelope'
import type { Call, Route } from '../../protocol/route'
import type { BackupForm, Backups } from '../service/backups'
import { directoryDialect as dialect } from './dialect'

/** The routes of backups and their schedule (interface document 4.6). */
export function backupRoutes(backups: Backups, form: BackupForm): Route[] {
  const path = '/openldap/backup'
  return [
    { method: 'GET', path: `${path}/now`, operation: 'backup-now', dialect, work: now },
    { method: 'GET', path: `${path}/instant`, operation: 'backup-instant', dialect, work: instant },
    { method: 'GET', path: `${path}/import/:filename`, operation: 'backup-import', dialect, work: restore },
    { method: 'GET', path: '/openldap/set/schedule', operation: 'schedule', dialect, work: schedule },
  ]

  function now(): Answer {
    backups.beginTaking()
    return dialect.success('')
  }

  function instant(): Answer {
    const last = backups.last()
    if (last === undefined) return dialect.failure('NO_BACKUP')
    const { filename, size: filesize, time: filetime } = last
    if (form === 'sentence') return dialect.success(`${filename} holds ${filesize} bytes`)
    return json({ Status: true, filesize, filetime, ...(form === 'with-filename' ? { filename } : {}) })
  }

  function restore(call: Call): Answer {
    backups.beginRestoring(call.parameter('filename'))
    return dialect.success('')
  }

  /** The schedule is set elsewhere (its parameters are not known); here it is put into force. */
  function schedule(): Answer {
    return dialect.success('')
  }
}
