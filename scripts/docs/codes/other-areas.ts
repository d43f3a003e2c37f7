import { wordsFor } from '@webfilter/appliance-declarations/diagnostics/incidents'
import * as areas from '@webfilter/appliance-declarations/diagnostics/other-areas'
import { type Diagnostic, frameworkDiagnostics as framework, string } from '@webfilter/terraform-plugin'
import { wordsIn } from './words'

// Messages about certificates, record databases and the host name, and those that each provider has: of values, states and imports.

const id = 'self_signed/0/proxy.example.org'
const refusedOrder = {
  is: 'failure-reported',
  request: 'POST https://proxy.example.org/certificate/center/selfsigned',
  status: 200,
  words: 'CERTIFICATE_EXISTS',
} as const
const hostedMode = 'packages/terraform-plugin/src/plugin/hosted-mode.ts'
const onConflict = string({ description: '', oneOf: ['keep', 'move', 'fail'] })

export const messagesAboutOtherAreas: readonly Diagnostic[] = [
  areas.certificateIdInvalid({ id: 'proxy.example.org' }),
  areas.certificateNamesTooMany({ given: 12, most: 9 }),
  areas.certificateNameInvalid({
    name: 'proxy.example.org:8443',
    attribute: 'common_name',
    problem: { is: 'port' },
  }),
  areas.certificateFieldKnown({ field: 'CommonName' }),
  wordsFor({
    is: 'certificate-order-refused',
    failure: { ...refusedOrder, words: 'NO_SUCH_CERTIFICATE' },
    order: { kind: 'server', certificateId: 12 },
  }),
  areas.certificateAdopted({ id, reason: wordsFor(refusedOrder).message }),
  areas.certificateMismatch({ described: id, imported: 'self_signed/0/mail.example.org' }),
  areas.recordAnswerUnclear({
    request: 'GET https://proxy.example.org:9507/database/records/1/192.0.2.44',
    status: 200,
    words: 'DATABASE_LOCKED',
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
  framework.invalidValue({
    attribute: 'on_conflict',
    value: '"steal"',
    variable: undefined,
    problem: onConflict.checks
      .flatMap((check) => {
        const result = check['~standard'].validate('steal')
        return 'issues' in result ? (result.issues ?? []) : []
      })
      .map(({ message }) => message)
      .join(' '),
  }),
  framework.nullElement({ attribute: 'sites[2]' }),
  framework.computedAttributeSet({ attribute: 'id' }),
  framework.writeOnlyUnsupported({
    attribute: 'password_wo',
    description: 'Use the sensitive attribute password instead.',
  }),
  framework.attributeDeprecated({ attribute: 'old_name', instead: 'Use new_name instead.' }),
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
  framework.stateAltered({
    type: 'appliance_category',
    problem: `name${wordsIn('packages/terraform-plugin/src/values/json.ts', ' is not of type ')}string.`,
  }),
  framework.stateNotJson({ type: 'appliance_category' }),
  framework.notImportable({ managed: 'the appliance', type: 'appliance_operation' }),
  framework.notMovable({
    from: 'appliance_ldap_group',
    type: 'appliance_category',
    provider: undefined,
    movable: ['appliance_category_sites'],
  }),
  framework.notSupported({ what: 'ephemeral resources' }),
  framework.providerBug({
    where: 'appliance_category',
    what: wordsIn(
      'packages/terraform-plugin/src/provider/identity.ts',
      'importState returned a state that does not say its identity.',
    ),
  }),
  framework.callInterrupted({
    reason: wordsIn(hostedMode, 'The host ended without stopping the provider.'),
    advice: wordsIn(hostedMode, 'Run the same command again to continue.'),
  }),
  framework.identityIncomplete({ type: 'appliance_category', attribute: 'name' }),
]
