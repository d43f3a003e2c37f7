import { startAppliance, type TestAppliance } from './appliance'
import { saysTainted, words } from './words'
import { describeWithEngine, Workspace } from './workspace'

const adopt = 'on_existing = "adopt"'

const signingRequest = (name: string, more = '') => `
resource "appliance_certificate" "this" {
  ${more}
  signing_request = { common_name = "${name}" }
}
`

const selfSigned = (name: string, fields = '', more = '') => `
resource "appliance_certificate" "this" {
  ${more}
  self_signed = merge({ certificate_name = "Proxy", common_name = "${name}" }, {
    ${fields}
  })
}
`

const server = (id: number, name: string, more = '') => `
resource "appliance_certificate" "this" {
  ${more}
  server = {
    certificate_id = ${id}
    common_name    = "${name}"
  }
}
`

describeWithEngine('a certificate', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance()
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '2' })
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  async function expectNothingToDo(): Promise<void> {
    await workspace.nothingToDo()
    expect(appliance.writes()).toEqual([])
  }

  it('is a signing request for stored data, ordered once regardless of the case of its name', async () => {
    appliance.certificates.store({ commonName: 'mail.example.org' })
    await workspace.applied(signingRequest('Mail.example.org'))
    expect(appliance.writes()).toEqual(['GET /certificate/csr/Mail.example.org/0'])
    expect(appliance.certificates.find('mail.example.org')?.signingRequests).toBe(1)
    expect(await workspace.state('appliance_certificate.this')).toEqual({
      id: 'signing_request/0/mail.example.org',
      signing_request: { common_name: 'Mail.example.org', node_id: 0 },
      self_signed: null,
      server: null,
      on_existing: 'fail',
      outcome_unknown: null,
    })
    await expectNothingToDo()
    await workspace.write(signingRequest('mail.EXAMPLE.org'))
    await expectNothingToDo()
  })

  it('is self-signed with everything that a form has a field for', async () => {
    await workspace.applied(`
resource "appliance_certificate" "this" {
  self_signed = {
    certificate_name       = "Console"
    common_name            = "proxy.example.org"
    node_id                = 3
    alternative_names      = ["a.example.org", "b.example.org", "c.example.org"]
    country_name           = "DE"
    state_or_province_name = "Hesse"
    locality_name          = "Kassel"
    organization_name      = "Example & Sons"
    organizational_unit    = "Web"
    email_address          = "web@example.org"
    key_size               = 2048
    certificate_max_days   = 90
    extra_fields           = { keyUsage = "serverAuth" }
  }
}
`)
    expect(appliance.certificates.find('proxy.example.org', 3)).toMatchObject({
      kind: 'self-signed',
      name: 'Console',
      alternativeNames: ['a.example.org', 'b.example.org', 'c.example.org'],
      subject: {
        CountryName: 'DE',
        stateOrProvinceName: 'Hesse',
        localityName: 'Kassel',
        OrganizationName: 'Example & Sons',
        OrganizationalUnit: 'Web',
        emailAddress: 'web@example.org',
      },
      keyBits: 2048,
      days: 90,
    })
    const [sent] = appliance.journal.entries()
    expect(new URLSearchParams(sent?.body).get('keyUsage')).toBe('serverAuth')
    appliance.writes()
    await expectNothingToDo()
  })

  it('has names in other scripts in their ASCII form, and is not ordered again if they are written so', async () => {
    const names = (...texts: readonly string[]) => `alternative_names = ${JSON.stringify(texts)}`
    await workspace.applied(selfSigned('Bücher.example', names('*.bücher.example', 'a.example')))
    expect(appliance.certificates.find('xn--bcher-kva.example')).toMatchObject({
      alternativeNames: ['*.xn--bcher-kva.example', 'a.example'],
    })
    expect(await workspace.state('appliance_certificate.this')).toMatchObject({
      id: 'self_signed/0/bücher.example',
      self_signed: { common_name: 'Bücher.example' },
    })
    appliance.writes()
    await expectNothingToDo()
    await workspace.write(
      selfSigned('xn--bcher-kva.example', names('*.xn--bcher-kva.example', 'a.example'), adopt),
    )
    await workspace.applied()
    await expectNothingToDo()
    await workspace.write(selfSigned('xn--bcher-kva.example', names('*.other.example', 'a.example')))
    expect((await workspace.plan()).output).toContain('must be replaced')
  })

  it('is imported in either form of its name', async () => {
    await workspace.write(selfSigned('bücher.example'))
    await workspace.imported('appliance_certificate.this', 'self_signed/0/xn--bcher-kva.example')
    await workspace.applied()
    await expectNothingToDo()
  })

  it('is a server certificate, built from one that is stored', async () => {
    const main = appliance.certificates.store({ commonName: 'main.example.org' })
    await workspace.applied(server(main.id, 'www.example.org'))
    expect(appliance.certificates.find('www.example.org')).toMatchObject({
      kind: 'server',
      derivedFrom: main.id,
      days: 3650,
    })
    await expectReplacement(server(main.id, 'other.example.org'), 'server/0/www.example.org')
    expect(appliance.certificates.find('other.example.org')).toBeDefined()
  })

  const changes: readonly (readonly [attribute: string, value: string])[] = [
    ['certificate_name', '"Other"'],
    ['node_id', '1'],
    ['alternative_names', '["a.example.org"]'],
    ['country_name', '"FR"'],
    ['state_or_province_name', '"Bavaria"'],
    ['locality_name', '"Munich"'],
    ['organization_name', '"Other"'],
    ['organizational_unit', '"Other"'],
    ['email_address', '"other@example.org"'],
    ['key_size', '1024'],
    ['certificate_max_days', '30'],
    ['extra_fields', '{ more = "1" }'],
  ]

  it('is planned again for a change of any attribute, and the plan says what stays', async () => {
    await workspace.applied(selfSigned('proxy.example.org'))
    appliance.writes()
    for (const [attribute, value] of changes) {
      const said = await workspace.planned(selfSigned('proxy.example.org', `${attribute} = ${value}`))
      expect(said).toContain(`${attribute} `)
      expect(said).toContain('1 to add, 0 to change, 1 to destroy')
      expect(said).toContain('"self_signed/0/proxy.example.org" will stay')
      expect(said).toContain('[appliance:stays]')
    }
    expect(appliance.writes()).toEqual([])
  }, 120_000)

  it('stays in the state although it was removed in the console, and is forgotten with a warning', async () => {
    await workspace.applied(selfSigned('proxy.example.org'))
    appliance.certificates.remove(appliance.certificates.find('proxy.example.org')?.id ?? 0)
    appliance.writes()
    await expectNothingToDo()
    expect(await workspace.destroyed()).toContain('[appliance:stays]')
    expect(appliance.writes()).toEqual([])
  })

  it('is refused in the words of the appliance, with what to do, and leaves no state', async () => {
    const said = await workspace.failed(signingRequest('nowhere.example.org'))
    expect(said).toContain('CERTIFICATE_NOT_FOUND')
    expect(said).toContain('store the data of "nowhere.example.org" in the certificate center')
    expect(said).toContain('[appliance:certificate-order-refused]')
    expect(await workspace.state('appliance_certificate.this')).toBeUndefined()
    appliance.certificates.store({ commonName: 'nowhere.example.org' })
    await workspace.applied(signingRequest('nowhere.example.org'))
  })

  describe('whose answer was lost', () => {
    const order = 'POST /certificate/selfsigned'
    const address = 'appliance_certificate.this'

    /** @param afterWork whether the appliance has carried out the order before it lost the answer */
    async function loseAnswer(afterWork: boolean): Promise<void> {
      appliance.faults.set([{ operation: 'self-signed', effect: 'drop', afterWork }])
      const said = await workspace.failed(selfSigned('proxy.example.org'))
      expect(said).toContain('Certificate "self_signed/0/proxy.example.org" may or may not have been created')
      expect(said).toContain('[appliance:outcome-unknown]')
      expect(said).toContain('terraform untaint')
      expect(appliance.writes()).toEqual([order])
      appliance.faults.clear()
    }

    it.each([
      ['after', true],
      ['before', false],
    ])(
      '%s the order was carried out, is ordered once more, and an answer that it exists means that it had been',
      async (_, isCarriedOut) => {
        await loseAnswer(isCarriedOut)
        expect((await workspace.apply('-refresh-only')).exitCode).toBe(0)
        const plan = await workspace.planned(selfSigned('proxy.example.org'))
        expect(plan).toMatch(saysTainted(address))
        expect(plan).toMatch(/- outcome_unknown += true -> null/)
        const said = await workspace.applied()
        expect(said.includes('[appliance:certificate-unverified]')).toBe(isCarriedOut)
        expect(said.includes('the second order shows that the certificate exists')).toBe(isCarriedOut)
        expect(appliance.certificates.certificates()).toHaveLength(1)
        expect(await workspace.state(address)).toMatchObject({ outcome_unknown: null, on_existing: 'fail' })
        await expectNothingToDoAfter(order)
        // From now on it is a certificate like any other: another order of the same name is refused.
        const replaced = await workspace.apply(`-replace=${address}`)
        expect([replaced.exitCode, words(replaced.output)]).toEqual([
          1,
          expect.stringContaining('[appliance:already-exists]'),
        ])
      },
    )

    it('is not taken for one with other details that exists', async () => {
      await loseAnswer(true)
      const said = await workspace.failed(selfSigned('proxy.example.org', 'key_size = 2048'))
      expect(said).toContain('[appliance:already-exists]')
    })

    it('is kept after somebody has found it, and the plan says that it is recorded', async () => {
      await loseAnswer(true)
      expect((await workspace.run('untaint', address)).exitCode).toBe(0)
      const plan = await workspace.planned()
      expect(plan).toContain('0 to add, 1 to change, 0 to destroy')
      expect(plan).toContain('[appliance:certificate-unverified]')
      await workspace.applied()
      await expectNothingToDo()
    })
  })

  it('is refused at validation with values that it cannot have', async () => {
    const cases: readonly (readonly [string, string, string])[] = [
      ['nothing', '', '[appliance:one-required]'],
      [
        'two things',
        'signing_request = { common_name = "a.org" }\nserver = { certificate_id = 1, common_name = "a.org" }',
        'Both signing_request and server are set',
      ],
      ['no name', 'signing_request = { common_name = " " }', 'Must not be empty'],
      [
        'four alternative names',
        'server = { certificate_id = 1, common_name = "a.org", alternative_names = ["a", "b", "c", "d"] }',
        '[appliance:certificate-names-too-many]',
      ],
      [
        'an odd key',
        'self_signed = { certificate_name = "a", common_name = "a.org", key_size = 512 }',
        'Must be one of 1024, 2048, 4096',
      ],
      [
        'a field that has an attribute',
        'server = { certificate_id = 1, common_name = "a.org", extra_fields = { COMMONNAME = "b.org" } }',
        '[appliance:certificate-field-known]',
      ],
      [
        'a country in full',
        'server = { certificate_id = 1, common_name = "a.org", country_name = "Germany" }',
        'two capital letters',
      ],
      [
        'somebody without a mail address',
        'server = { certificate_id = 1, common_name = "a.org", email_address = "webmaster" }',
        'Must be a mail address',
      ],
    ]
    const said = await workspace.invalidEach(
      cases.map(([, configuration]) => `resource "appliance_certificate" "this" {\n${configuration}\n}`),
    )
    expect(said).toEqual(cases.map(([, , says]) => expect.stringContaining(says)))
  })

  it('is refused at apply, before anything is sent, when too many names become known then', async () => {
    const said = await workspace.failed(`
resource "terraform_data" "names" {
  input = ["a", "b", "c", "d"]
}
${selfSigned('proxy.example.org', 'alternative_names = terraform_data.names.output')}
`)
    expect(said).toContain('3 alternative names, and 4 are set')
    expect(appliance.writes()).toEqual([])
  })

  describe('that exists', () => {
    const order = 'POST /certificate/selfsigned'

    beforeEach(async () => {
      await workspace.applied(selfSigned('proxy.example.org'))
      appliance.writes()
    })

    const forgotten = () => workspace.run('state', 'rm', 'appliance_certificate.this')

    it('is refused by default, with what to do', async () => {
      await forgotten()
      const said = await workspace.failed()
      expect(said).toContain('CERTIFICATE_EXISTS')
      expect(said).toContain('[appliance:already-exists]')
      expect(said).toContain('Set on_existing = "adopt"')
      expect(said).toContain('terraform import ADDRESS "self_signed/0/proxy.example.org"')
      expect(said).toContain('remove it in the certificate center')
      expect(await workspace.state('appliance_certificate.this')).toBeUndefined()
      expect(appliance.writes()).toEqual([order])
    })

    it('is adopted if the configuration says so, and the apply says that nothing was verified', async () => {
      await forgotten()
      const said = await workspace.applied(selfSigned('proxy.example.org', '', adopt))
      expect(said).toContain('Certificate "self_signed/0/proxy.example.org" already existed and was adopted')
      expect(said).toContain('Its content was not verified')
      expect(appliance.writes()).toEqual([order])
      expect(appliance.certificates.certificates()).toHaveLength(1)
      await expectNothingToDo()
    })

    it('is adopted instead of changed if the configuration says so, and the plan says so', async () => {
      const changed = selfSigned('proxy.example.org', 'key_size = 2048', adopt)
      expect(await workspace.planned(changed)).toContain('on_existing = "adopt" adopts the old one unchanged')
      expect(await workspace.applied()).toContain('[appliance:certificate-unverified]')
      await expectNothingToDoAfter(order)
    })

    it('makes a change fail by default, again and again, until it is removed', async () => {
      const changed = selfSigned('proxy.example.org', 'key_size = 2048')
      expect(await workspace.failed(changed)).toContain('Set on_existing = "adopt"')
      expect(await workspace.failed()).toContain('Set on_existing = "adopt"')
      appliance.certificates.remove(appliance.certificates.find('proxy.example.org')?.id ?? 0)
      await workspace.applied()
      expect(appliance.certificates.find('proxy.example.org')?.keyBits).toBe(2048)
    })

    it('is not adopted after an answer in other words, which is quoted', async () => {
      await forgotten()
      appliance.faults.set([{ operation: 'self-signed', effect: 'refuse', error: 'NAME_TAKEN' }])
      const said = await workspace.failed(selfSigned('proxy.example.org', '', adopt))
      expect(said).toContain('NAME_TAKEN')
      expect(said).toContain('import the certificate')
      expect(await workspace.state('appliance_certificate.this')).toBeUndefined()
    })

    it('sends nothing if only on_existing changes', async () => {
      const said = await workspace.applied(selfSigned('proxy.example.org', '', adopt))
      expect(said).toContain('0 added, 1 changed, 0 destroyed')
      expect(said).not.toContain('[appliance:stays]')
      await expectNothingToDo()
    })
  })

  it.each([
    ['a server certificate', 'server-certificate', server(1, 'www.example.org', adopt)],
    ['a signing request', 'signing-request', signingRequest('www.example.org', adopt)],
  ])('is adopted as %s too', async (_, operation, configuration) => {
    appliance.certificates.store({ commonName: 'main.example.org' })
    appliance.faults.set([{ operation, effect: 'refuse', error: 'Certificate_Exists' }])
    expect(await workspace.applied(configuration)).toContain('[appliance:certificate-unverified]')
    appliance.writes()
    await expectNothingToDo()
  })

  it('has nothing to do after a release that did not know on_existing', async () => {
    await workspace.applied(selfSigned('proxy.example.org'))
    appliance.writes()
    const state = JSON.parse((await workspace.run('state', 'pull')).output)
    const [instance] = state.resources[0].instances
    expect(instance.attributes.on_existing).toBe('fail')
    delete instance.attributes.on_existing
    await workspace.writeFile('older.tfstate', JSON.stringify({ ...state, serial: state.serial + 1 }))
    expect((await workspace.run('state', 'push', 'older.tfstate')).exitCode).toBe(0)
    await expectNothingToDo()
  })

  it('is repeated as a signing request if the answer was lost, and the appliance treats a second order as none', async () => {
    await workspace.close()
    await appliance.close()
    appliance = await startAppliance({ signingRequests: 'once' })
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '2' })
    appliance.certificates.store({ commonName: 'mail.example.org' })
    appliance.faults.set([{ operation: 'signing-request', effect: 'drop', afterWork: true, times: 1 }])
    await workspace.failed(signingRequest('mail.example.org'))
    expect(await workspace.applied()).toContain('[appliance:certificate-unverified]')
    expect(appliance.certificates.find('mail.example.org')?.signingRequests).toBe(1)
    appliance.writes()
    await expectNothingToDo()
  })

  describe('that is imported', () => {
    const address = 'appliance_certificate.this'

    it('is accepted from the configuration by an update that sends nothing', async () => {
      await workspace.write(selfSigned('Proxy.example.org', 'key_size = 2048\nalternative_names = ["a.b"]'))
      expect(await workspace.imported(address, 'self_signed/0/proxy.Example.org')).toContain(
        '[appliance:certificate-unverified]',
      )
      const plan = await workspace.planned()
      expect(plan).toContain('[appliance:certificate-unverified]')
      expect(plan).toContain('0 to add, 1 to change, 0 to destroy')
      expect(plan).toContain('Nothing is sent')
      await workspace.applied()
      expect(appliance.writes()).toEqual([])
      expect(await workspace.state(address)).toMatchObject({
        id: 'self_signed/0/proxy.example.org',
        self_signed: { key_size: 2048 },
      })
      await expectNothingToDo()
      expect(await workspace.planned(selfSigned('proxy.example.org', 'key_size = 1024'))).toContain(
        '1 to add, 0 to change, 1 to destroy',
      )
    })

    it('with an import block is imported and accepted in one apply', async () => {
      const block = `
import {
  to = ${address}
  id = "self_signed/0/proxy.example.org"
}
`
      expect(await workspace.planned(block, selfSigned('proxy.example.org'))).toContain(
        '1 to import, 0 to add, 1 to change, 0 to destroy',
      )
      await workspace.applied()
      expect(appliance.writes()).toEqual([])
      await expectNothingToDo()
    })

    it('is accepted as a signing request, regardless of the case of its name', async () => {
      await workspace.write(signingRequest('Mail.example.org'))
      await workspace.imported(address, 'signing_request/0/mail.example.org')
      expect(await workspace.planned()).toContain('0 to add, 1 to change, 0 to destroy')
      await workspace.applied()
      expect(await workspace.state(address)).toMatchObject({
        id: 'signing_request/0/mail.example.org',
        signing_request: { common_name: 'Mail.example.org', node_id: 0 },
      })
      await expectNothingToDo()
    })

    it('is accepted if its values become known only at apply', async () => {
      const late = (name: string) => `
resource "terraform_data" "name" {
  input = "${name}"
}
${server(7, 'x').replace('"x"', 'terraform_data.name.output')}
`
      await workspace.write(late('www.example.org'))
      await workspace.imported(address, 'server/0/www.example.org')
      expect(await workspace.planned()).toContain('1 to add, 1 to change, 0 to destroy')
      await workspace.applied()
      expect(appliance.writes()).toEqual([])
      await expectNothingToDo()
    })

    it('is refused if its values turn out at apply to describe another one', async () => {
      await workspace.write(`
resource "terraform_data" "name" {
  input = "other.example.org"
}
${server(7, 'x').replace('"x"', 'terraform_data.name.output')}
`)
      await workspace.imported(address, 'server/0/www.example.org')
      expect(await workspace.failed()).toContain(
        'The configuration describes certificate "server/0/other.example.org"',
      )
      expect(appliance.writes()).toEqual([])
    })

    it.each([
      ['another name', 'self_signed', selfSigned('other.example.org'), 'self_signed/0/other.example.org'],
      ['another kind', 'self_signed', server(1, 'proxy.example.org'), 'server/0/proxy.example.org'],
      [
        'a signing request for another name',
        'signing_request',
        signingRequest('other.example.org'),
        'signing_request/0/other.example.org',
      ],
      [
        'another kind than a signing request',
        'signing_request',
        selfSigned('proxy.example.org'),
        'self_signed/0/proxy.example.org',
      ],
    ])(
      'is never replaced by a configuration with %s, which is refused',
      async (_, kind, configuration, id) => {
        await workspace.write(configuration)
        await workspace.imported(address, `${kind}/0/proxy.example.org`)
        const said = await workspace.refused()
        expect(said).toContain(`The configuration describes certificate "${id}"`)
        expect(said).toContain('[appliance:certificate-mismatch]')
        expect(said).toContain('terraform state rm')
        expect(appliance.writes()).toEqual([])
      },
    )

    it.each(['proxy.example.org', 'self-signed/0/a', 'server/x/a', 'server/0/', 'server/2147483648/a'])(
      'is not imported by %s, which is no id',
      async (id) => {
        await workspace.write(selfSigned('proxy.example.org'))
        expect(await workspace.notImported(address, id)).toContain('[appliance:import-id-invalid]')
      },
    )
  })

  async function expectNothingToDoAfter(...writes: readonly string[]): Promise<void> {
    expect(appliance.writes()).toEqual(writes)
    await expectNothingToDo()
  }

  async function expectReplacement(configuration: string, id: string): Promise<void> {
    const said = await workspace.applied(configuration)
    expect(said).toContain('1 added, 0 changed, 1 destroyed')
    expect(said).toContain(`Certificate "${id}" will stay`)
  }
})
