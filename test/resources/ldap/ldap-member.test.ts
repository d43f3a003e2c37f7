import { memberAttributes } from '@webfilter/appliance-declarations/member-attributes'
import { providerServer } from '@webfilter/terraform-plugin'
import {
  messages,
  pack,
  silentLogger,
} from '../../../packages/terraform-plugin/test/provider/pretend-terraform'
import { provider } from '../../../src/provider'

it.each([true, false])('a write-only password on a host that knows such attributes: %s', async (known) => {
  const { service } = providerServer(provider, silentLogger)
  const nothing = Object.fromEntries(Object.keys(memberAttributes).map((name) => [name, null]))
  const config = {
    ...nothing,
    uid: 'ann.lee',
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@example.org',
    organization: 'acme',
    password_wo: 'hunter',
    password_wo_version: 1,
  }
  const response = await service.ValidateResourceConfig(
    {
      typeName: 'appliance_ldap_member',
      config: pack(memberAttributes, config),
      clientCapabilities: {
        deferralAllowed: false,
        writeOnlyAttributesAllowed: known,
        storePlannedPrivate: false,
        computedBlocksAllowed: false,
      },
    },
    { signal: new AbortController().signal, whenAnswered: setImmediate },
  )
  const told = messages(response).join()
  if (known) {
    expect(told).toBe('')
  } else {
    expect(told).toContain('requires Terraform 1.11, OpenTofu 1.11, or newer')
    expect(told).toContain('use `password` instead')
    expect(told).not.toContain('hunter')
  }
})
