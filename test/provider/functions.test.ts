import { GetProviderSchema, providerServer } from '@webfilter/terraform-plugin'
import { definitionOf, GetFunctions, typeFromJson } from '@webfilter/terraform-plugin/testing'
import { silentLogger } from '../../packages/terraform-plugin/test/provider/pretend-terraform'
import { provider } from '../../src/provider'
import { encodedSchema } from '../../src/service'

// By one mistake in them hosts refuse the whole provider.

const call = { signal: new AbortController().signal, whenAnswered: setImmediate }

async function signatures() {
  return GetProviderSchema.response.decode(await encodedSchema()).functions
}

describe('the functions of the provider', () => {
  it.each(provider.functions ?? [])('has $name when it is first named', async (offered) => {
    expect((await definitionOf(offered)).name).toBe(offered.name)
  })

  it('have names and types that hosts accept', async () => {
    const functions = Object.entries(await signatures())
    expect(functions.map(([name]) => name)).toEqual((provider.functions ?? []).map(({ name }) => name).sort())
    for (const [
      name,
      { parameters, variadicParameter, return: returned, summary, description },
    ] of functions) {
      const all = [...parameters, ...(variadicParameter ? [variadicParameter] : [])]
      const names = all.map((parameter) => parameter.name)
      for (const identifier of [name, ...names]) expect(identifier).toMatch(/^[a-z][a-z0-9_]*$/)
      expect(name).not.toMatch(/^appliance/)
      expect(new Set(names).size).toBe(names.length)
      for (const type of [...all.map((parameter) => parameter.type), returned?.type ?? Buffer.of()]) {
        expect(typeFromJson(JSON.parse(Buffer.from(type).toString()))).toBeDefined()
      }
      for (const text of [summary, description, ...all.map((parameter) => parameter.description)]) {
        expect(text).toMatch(/\S/)
      }
    }
  })

  it('are the same in the schema, in GetFunctions and in GetMetadata, before anything is configured', async () => {
    const { service } = providerServer(provider, silentLogger)
    const answer = GetFunctions.response.decode(
      GetFunctions.response.encode(await service.GetFunctions({}, call)),
    )
    expect(answer).toEqual({ functions: await signatures(), diagnostics: [] })
    const { functions } = await service.GetMetadata({}, call)
    expect(functions?.map(({ name }) => name)).toEqual(Object.keys(await signatures()))
  })

  it('are called before anything is configured; one that is not there is an error', async () => {
    const { service } = providerServer(provider, silentLogger)
    const site = { msgpack: Buffer.from('\xa9A.EXAMPLE', 'latin1'), json: new Uint8Array() }
    const { result, error } = await service.CallFunction({ name: 'normalize_site', arguments: [site] }, call)
    expect(error).toBeUndefined()
    expect(Buffer.from(result?.msgpack ?? []).toString('latin1')).toBe('\xa9a.example')
    expect(await service.CallFunction({ name: 'nothing', arguments: [] }, call)).toEqual({
      error: { text: 'The provider has no function "nothing"' },
    })
  })
})
