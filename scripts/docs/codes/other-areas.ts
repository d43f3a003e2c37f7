import { type Diagnostic, frameworkDiagnostics as framework } from '@webfilter/terraform-plugin'
import * as areas from '../../../src/diagnostics/other-areas'

// Messages about certificates, record databases and the host name, and those that each provider has: of values, states and imports.

const id = 'self_signed/0/proxy.example.org'
const taken = 'The appliance rejected the request: "CERTIFICATE_EXISTS".'
const lost = 'The answer was not complete after 30 seconds.'

export const messagesAboutOtherAreas: readonly Diagnostic[] = [
  areas.certificateKindUnclear({ set: ['self_signed', 'server'] }),
  areas.certificateNamesTooMany({ given: 12, most: 9 }),
  areas.certificateFieldKnown({ field: 'CommonName' }),
  areas.certificateOrderRefused({
    reason: 'The appliance rejected the request: "NO_SUCH_CERTIFICATE".',
    order: { kind: 'server', certificateId: 12 },
  }),
  areas.certificateExists({ id, reason: taken }),
  areas.certificateAdopted({ id, reason: taken }),
  areas.certificateOutcomeUnknown({ id, reason: lost }),
  areas.certificateOrderCarriedOut({ id, reason: taken }),
  areas.certificateAssumedToExist({ id }),
  areas.certificateStays({ id, successor: undefined }),
  areas.certificateTakenAsConfigured({ id }),
  areas.certificateUnverified({ id }),
  areas.certificateMismatch({ described: id, imported: 'self_signed/0/mail.example.org' }),
  areas.certificateIdInvalid({ id: 'proxy.example.org' }),
  areas.delistingAddressNamedTwice({ address: '192.0.2.44' }),
  areas.recordDatabaseMissing({
    database: '7',
    failure: 'the address 192.0.2.44 cannot be removed from it.',
    known: ['1', '2'],
  }),
  areas.recordAnswerUnclear({
    request: 'GET https://proxy.example.org:9507/database/records/1/192.0.2.44',
    answer: '"DATABASE_LOCKED"',
    doubt: { kind: 'controls alike' },
    neverListed: '127.0.0.1',
    alwaysListed: '127.0.0.2',
  }),
  areas.recordNetworkListed({
    request: 'GET https://proxy.example.org:9507/database/records/1/192.0.2.44',
    address: '192.0.2.44',
    network: '192.0.2.0/24',
  }),
  areas.recordStillListed({ database: '1', addresses: ['192.0.2.44'] }),
  areas.delistingNotChecked({
    database: '1',
    failure: 'The connection to https://proxy.example.org:9507 was refused. Check endpoints.records.url.',
  }),
  areas.certificateDeclaredTwice({ id: 'self_signed/0/proxy.example.org' }),
  areas.hostNameDeclaredTwice(),
  framework.invalidValue({
    attribute: 'on_conflict',
    value: '"steal"',
    variable: undefined,
    problem: 'Valid values are keep, move and fail.',
  }),
  framework.nullElement({ attribute: 'sites[2]' }),
  framework.computedAttributeSet({ attribute: 'id' }),
  framework.writeOnlyUnsupported({
    attribute: 'password_wo',
    description: 'Use the sensitive attribute password instead.',
  }),
  framework.attributeDeprecated({ attribute: 'old_name', instead: 'Use new_name instead.' }),
  framework.typeDeprecated({ type: 'appliance_old', instead: 'Use appliance_new instead.' }),
  framework.variableUnusable({
    attribute: 'timeout',
    variable: 'APPLIANCE_TIMEOUT',
    value: '"soon"',
    wanted: 'a number',
  }),
  framework.configurationUnknown(),
  framework.configurationNeeded({ isConfigured: true }),
  framework.runStopped(),
  framework.stateTooNew({ type: 'appliance_category', found: 2, known: 1 }),
  framework.stateTooOld({ type: 'appliance_category', found: 0 }),
  framework.stateAltered({ type: 'appliance_category', problem: 'name is null.' }),
  framework.stateNotJson({ type: 'appliance_category' }),
  framework.notImportable({ managed: 'the appliance', type: 'appliance_operation' }),
  framework.notMovable({
    from: 'appliance_ldap_group',
    type: 'appliance_category',
    provider: undefined,
    movable: ['appliance_category_sites'],
  }),
  framework.notSupported({ what: 'ephemeral resources' }),
  framework.providerBug({ where: 'the plan of appliance_category.ads', what: 'the list is not sorted.' }),
  framework.callInterrupted({
    reason: 'Terraform closed the connection.',
    advice: 'Run the same command again.',
  }),
  framework.identityTooNew({ type: 'appliance_category', found: 1 }),
  framework.identityIncomplete({ type: 'appliance_category', attribute: 'name' }),
]
