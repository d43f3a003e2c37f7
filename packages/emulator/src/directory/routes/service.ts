import type { Answer } from '../../protocol/envelope'
import type { Route } from '../../protocol/route'
import type { DirectoryService, ServiceTask } from '../service/service'
import { type StatusForm, serviceStatus } from '../service/status'
import { directoryDialect as dialect } from './dialect'

/** The routes of the service itself (interface document 4.6). They answer in every phase, at once; the tasks go on after that. */
export function serviceRoutes(service: DirectoryService, statusForm: StatusForm): Route[] {
  return [
    { method: 'GET', path: '/openldap/status', operation: 'status', dialect, work: status },
    task('install'),
    task('uninstall'),
    task('restart'),
  ]

  function status(): Answer {
    return dialect.success(serviceStatus(service, statusForm))
  }

  function task(name: Exclude<ServiceTask, 'import'>): Route {
    const work = () => {
      service.begin(name)
      return dialect.success('')
    }
    return { method: 'GET', path: `/openldap/${name}`, operation: name, dialect, work }
  }
}
