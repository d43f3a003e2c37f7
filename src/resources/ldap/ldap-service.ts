import type { ServiceStatus } from '@webfilter/appliance-client'
import {
  directoryServiceAdopted,
  directoryServiceDeclaredTwice,
  directoryServiceIdInvalid,
  directoryServiceNeeded,
  directoryServiceNotChecked,
  directoryServiceNotInstalled,
  directoryServiceStays,
  directoryServiceUninstalled,
} from '@webfilter/appliance-declarations/diagnostics/directory'
import { deletionProtected } from '@webfilter/appliance-declarations/diagnostics/protection'
import { duration } from '@webfilter/appliance-declarations/validators'
import { parseDuration } from '@webfilter/appliance-names/settings'
import {
  bool,
  gone,
  nestedObject,
  type PrivateForms,
  ProviderError,
  string,
} from '@webfilter/terraform-plugin'
import { isJsonObject } from '@webfilter/text'
import { resource } from '../../definitions'
import { directoryDocumentation } from '../../documentation'
import { refuseSecond } from '../../provider-data'
import { keepInDirectory, lookIntoDirectory } from './directory-looks'

/** The name by which the routes call the service; there is one on each appliance. */
const serviceId = 'openldap'

interface ServiceRecord {
  /** When an apply has installed it, in milliseconds. What was in the directory before may be lost. */
  readonly installedAt?: number | undefined
}

const servicePrivateData: PrivateForms<ServiceRecord, never> = {
  record: (json) =>
    isJsonObject(json) && typeof json.installedAt === 'number'
      ? { installedAt: json.installedAt }
      : undefined,
  note: () => undefined,
}

/** The directory service itself (docs/appliance, "Status of the directory service" and "Install, restart and uninstall"). */
export const ldapService = resource('ldap_service', {
  description:
    'Manages the directory service of the appliance: installs it and keeps it running. If the service is installed, the resource ' +
    'adopts it, and starts it if it is stopped. Members, groups and memberships require the service: name this resource in their ' +
    '`depends_on`.\n\n' +
    'The appliance installs and uninstalls the service in the background. An apply waits for it, and logs the progress. Ctrl-C ends ' +
    'only the wait; the next apply continues from the status that it finds.',
  documentation: {
    ...directoryDocumentation,
    irreversible:
      '~> **Warning:** With `uninstall_on_destroy = true`, a destroy deletes all members and groups of the user directory, including ' +
      'those that Terraform does not manage. The provider cannot restore them.',
    destroy:
      'By default nothing is sent, and the service stays with all of its data. With `uninstall_on_destroy = true`, which must be ' +
      'applied before the destroy, it is uninstalled with all of its members and groups. The plan warns you which of the two happens, ' +
      'and is rejected if the configuration still declares members, groups or memberships. A ' +
      'replacement (`-replace`, taint, `replace_triggered_by`) never uninstalls the service.\n\n' +
      '`deletion_protection` of a member or a group rejects the uninstall if its resource is part of the run. With `-target`, the run ' +
      'contains only the service and what depends on it: an uninstall deletes the accounts of other resources, protected or not. ' +
      '`deletion_protection` of the provider for members or groups rejects each uninstall.',
    drift:
      'Each plan reads the status. If the service was stopped, the plan restarts it. If it was uninstalled or switched off, the plan ' +
      'installs it again. Until that apply, the provider cannot determine which of the two happened, so members, groups and ' +
      'memberships stay in the state. The next plan reads them, and creates again what is missing, also if the list of groups is empty.\n\n' +
      'While the service does not run, the plans of members, groups and memberships fail. If the configuration has this resource, and they ' +
      'name it in `depends_on`, their plans keep the state instead, and the apply starts or installs the service first. Their destroy fails ' +
      'while the service does not run: apply first, or use `terraform state rm`.',
    import: `Each appliance has one service. Its ID is \`${serviceId}\`.`,
  },

  attributes: {
    uninstall_on_destroy: bool({
      default: false,
      description: 'Whether a destroy uninstalls the service with all of its members and groups.',
    }),
    timeouts: nestedObject(
      {
        create: string({
          optional: true,
          validate: duration,
          description: 'Longest wait for an installation, until the service runs. Defaults to `10m`.',
        }),
        update: string({
          optional: true,
          validate: duration,
          description: 'Longest wait for a restart, until the service runs. Defaults to `5m`.',
        }),
        delete: string({
          optional: true,
          validate: duration,
          description: 'Longest wait for a removal, until the service is uninstalled. Defaults to `10m`.',
        }),
      },
      {
        optional: true,
        description: 'Longest waits of an apply, such as `90s`, `1h30m` or `1.5h`.',
      },
    ),
    running: bool({ computed: true, description: 'Whether the service runs.' }),
    version: string({
      computed: true,
      nullable: true,
      useStateForUnknown: true,
      description: 'Version of the service. Null if the appliance does not return it.',
    }),
    id: string({ computed: true, useStateForUnknown: true, description: `Always \`${serviceId}\`.` }),
  },

  identity: { id: { forImport: 'required', description: `Always \`${serviceId}\`.` } },

  privateData: servicePrivateData,

  async plan({ prior, object, appliance, run, onUnreachable, diagnostics, signal }) {
    run?.directory.manageService(object)
    keepInDirectory('the directory service', { object, run, diagnostics })
    if (run?.claims.claim('service', serviceId, object) === false) {
      diagnostics.raise(directoryServiceDeclaredTwice())
    } else if (appliance && !prior) {
      const notChecked = (failure: string) => directoryServiceNotChecked({ failure })
      const found = await lookIntoDirectory(notChecked, { diagnostics, onUnreachable }, () =>
        appliance.directory.service.status(signal),
      )
      if (found && found.state !== 'not installed') {
        diagnostics.raise(directoryServiceAdopted({ isRunning: found.state === 'running' }))
      }
    }
    return { running: true, id: prior?.id ?? serviceId }
  },

  /** Its uninstall deletes all members and groups. */
  refuseDestroy({ state, deletionProtection: inherited }) {
    const type = (['ldap_member', 'ldap_group'] as const).find((each) => inherited?.[each])
    if (!state.uninstall_on_destroy || !type) return undefined
    return deletionProtected({ what: 'The directory service', type: `appliance_${type}`, by: 'service' })
  },

  planDestroy({ state, object, run, diagnostics }) {
    if (!state.uninstall_on_destroy) {
      diagnostics.raise(directoryServiceStays())
      return
    }
    // An object that an apply destroys after it has created its replacement: its deletion sends nothing.
    if (run?.directory.isDeclared('service', serviceId)) return
    const kept = run?.directory.uninstall(object)
    diagnostics.raise(kept === undefined ? directoryServiceUninstalled() : directoryServiceNeeded({ kept }))
  },

  async create({ plan, keep, object, appliance, run, signal }) {
    refuseSecond(run.claims.create('service', serviceId, object), directoryServiceDeclaredTwice())
    const { service } = appliance.directory
    run.directory.declare('service', serviceId)
    const { version } = await started()
    return { ...plan, running: true, version: version ?? null, id: serviceId }

    async function started(): Promise<ServiceStatus> {
      const status = await service.status(signal)
      if (status.state === 'running') return status
      if (status.state === 'stopped') return await service.restart(millisecondsFor(plan, 'update'), signal)
      const installed = await service.install(millisecondsFor(plan, 'create'), signal)
      keep({ installedAt: Date.now() })
      return installed
    }
  },

  async read({ state, record, appliance, run, signal }) {
    const { state: found, version } = await appliance.directory.service.status(signal)
    run.directory.installedAt = record?.installedAt
    if (found === 'not installed') return gone
    return { ...state, running: found === 'running', version: version ?? state.version }
  },

  async update({ prior, plan, keep, appliance, signal }) {
    const { service } = appliance.directory
    const done = { ...plan, running: true, version: prior.version, id: prior.id }
    if (prior.running) return done
    const { state } = await service.status(signal)
    if (state === 'stopped') await service.restart(millisecondsFor(plan, 'update'), signal)
    if (state === 'not installed') {
      await service.install(millisecondsFor(plan, 'create'), signal)
      keep({ installedAt: Date.now() })
    }
    return done
  },

  /** The service stays if a replacement deletes only an object of the state: an uninstall would delete all accounts. */
  async delete({ state, object, appliance, run, signal }) {
    const { service } = appliance.directory
    if (!state.uninstall_on_destroy || object.deletion !== 'destroy') return
    const kept = run.directory.uninstall(object)
    if (kept !== undefined) throw new ProviderError(directoryServiceNeeded({ kept }))
    if ((await service.status(signal)).state === 'not installed') return
    await service.uninstall(millisecondsFor(state, 'delete'), signal)
  },

  async importState({ id: text, identity, appliance, signal }) {
    const id = text ?? identity.id
    const { state, version } = await appliance.directory.service.status(signal)
    if (id !== serviceId || state === 'not installed') {
      throw new ProviderError(
        id === serviceId
          ? directoryServiceNotInstalled()
          : directoryServiceIdInvalid({ id, known: serviceId }),
      )
    }
    return {
      uninstall_on_destroy: false,
      timeouts: null,
      running: state === 'running',
      version: version ?? null,
      id: serviceId,
    }
  },
})

type Timeout = 'create' | 'update' | 'delete'

const defaultTimeouts: Readonly<Record<Timeout, string>> = { create: '10m', update: '5m', delete: '10m' }

/** Milliseconds that an operation may take. */
function millisecondsFor(
  { timeouts }: { readonly timeouts: Readonly<Record<Timeout, string | null>> | null },
  operation: Timeout,
): number {
  return parseDuration(timeouts?.[operation] ?? defaultTimeouts[operation]) ?? 0
}
