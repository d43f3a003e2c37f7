import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { common, Enum, type Field, MapField, parse, type Type } from 'protobufjs'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import type { Message } from '../../src/protobuf/message'
import type { ProviderService } from '../../src/protocol/service'
import {
  Diagnostic,
  InvokeAction,
  providerService,
  StopProvider,
  ValidateProviderConfig,
} from '../../src/protocol/tfplugin6'

const published = resolve(__dirname, '../../src/protocol/tfplugin6.proto')
const reference = parse(readFileSync(published, 'utf8'), { keepCase: true }).root
reference.addJSON(common.get('google/protobuf/timestamp.proto')?.nested ?? {})
reference.resolveAll()

const messages = Object.entries(providerService).flatMap(([name, rpc]) => [
  [`${name}.Request`, rpc.request] as const,
  [`${name}.${rpc.kind === 'unary' ? 'Response' : 'Event'}`, rpc.response] as const,
])

describe('every message of the service', () => {
  it.each(messages)(
    '%s: what a standard library writes arrives whole and goes back unchanged',
    (name, ours) => {
      const theirs = reference.lookupType(`tfplugin6.${name}`)
      const message: Message<object> = ours
      fc.assert(
        fc.property(contentOf(theirs, 3), (content) => {
          const written = theirs.encode(theirs.fromObject(content)).finish()
          const read = message.decode(written)
          expect(theirs.decode(message.encode(read)).toJSON()).toEqual(theirs.decode(written).toJSON())
        }),
        { numRuns: times(40) },
      )
    },
  )

  it.each(messages)('%s: has the properties of the protocol, and no others', (name, ours) => {
    const theirs = reference.lookupType(`tfplugin6.${name}`)
    const expected = new Set(theirs.fieldsArray.map((field) => camelCase(realOneof(field) ?? field.name)))
    const message: Message<object> = ours
    expect(new Set(Object.keys(message.decode(Buffer.alloc(0))))).toEqual(expected)
  })
})

describe('where the protocol is easily mistaken', () => {
  it('ValidateProviderConfig has its diagnostics in field 2', () => {
    const answer = ValidateProviderConfig.response.encode({ diagnostics: [{ summary: 'x' }] })
    expect(answer.toString('hex')).toBe('1203' + '120178')
  })

  it('StopProvider has its error in field 1', () => {
    expect(StopProvider.response.encode({ error: 'x' }).toString('hex')).toBe('0a0178')
  })

  it('a path may end at the first element of a list', () => {
    const attribute = { steps: [{ selector: { case: 'elementKeyInt', value: 0 } }] } as const
    const encoded = Diagnostic.encode({ attribute })
    expect(encoded.toString('hex')).toBe('2204' + '0a02' + '1800')
    expect(Diagnostic.decode(encoded).attribute).toEqual(attribute)
  })

  it('an action may complete without diagnostics', () => {
    const event = InvokeAction.response.encode({ type: { case: 'completed', value: {} } })
    expect(event.toString('hex')).toBe('1200')
  })
})

describe('the types of handlers', () => {
  it('give whole requests and take partial answers', async () => {
    const handlers: Pick<ProviderService, 'ReadResource' | 'ListResource'> = {
      async ReadResource({ typeName, currentState, private: privateData }, { signal }) {
        signal.throwIfAborted()
        const state: Uint8Array | undefined = currentState?.msgpack
        return { newState: { msgpack: state }, private: privateData, diagnostics: [{ summary: typeName }] }
      },
      async *ListResource({ limit }) {
        yield { displayName: limit.toFixed(0) }
      },
    }
    const request = providerService.ReadResource.request.decode(Buffer.from('0a0178', 'hex'))
    const call = { signal: new AbortController().signal, whenAnswered: setImmediate }
    expect(await handlers.ReadResource(request, call)).toMatchObject({ diagnostics: [{ summary: 'x' }] })

    // @ts-expect-error a severity has a name
    const wrong: ReturnType<ProviderService['StopProvider']> = { error: 5 }
    expect(wrong).toBeDefined()
  })
})

/** Arbitrary contents of a message, nested at most `depth` deep. */
function contentOf(type: Type, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const fields = type.fieldsArray.filter((field) => depth > 0 || field.resolvedType === null)
  const alternatives = new Set<string>()
  const chosen = fields.filter((field) => {
    const oneof = realOneof(field)
    if (oneof === undefined) return true
    const first = !alternatives.has(oneof)
    alternatives.add(oneof)
    return first
  })
  const rest = fields.filter((field) => !chosen.includes(field))
  const one = (selection: readonly Field[]) =>
    fc.record(Object.fromEntries(selection.map((field) => [field.name, fieldContent(field, depth)])), {
      requiredKeys: [],
    })
  // Of a oneof's fields one at a time: each alternative is tried with all other fields.
  const variants = rest.map((field) =>
    one([...chosen.filter((other) => realOneof(other) === undefined), field]),
  )
  return fc.oneof(one(chosen), ...variants)
}

function fieldContent(field: Field, depth: number): fc.Arbitrary<unknown> {
  const single = singleContent(field, depth)
  if (field instanceof MapField) return fc.dictionary(fc.string(), single, { maxKeys: 2 })
  return field.repeated ? fc.array(single, { maxLength: 2 }) : single
}

function singleContent(field: Field, depth: number): fc.Arbitrary<unknown> {
  if (field.resolvedType instanceof Enum) return fc.constantFrom(...Object.values(field.resolvedType.values))
  if (field.resolvedType !== null) return contentOf(field.resolvedType as Type, depth - 1)
  if (field.type === 'string') return anyText()
  if (field.type === 'bytes') return fc.uint8Array({ maxLength: 20 })
  if (field.type === 'bool') return fc.boolean()
  return field.type === 'int32' ? fc.integer() : fc.maxSafeInteger()
}

/** The oneof that a field belongs to; none for the one that `optional` makes. */
function realOneof(field: Field): string | undefined {
  return field.partOf && field.partOf.fieldsArray.length > 1 ? field.partOf.name : undefined
}

function camelCase(name: string): string {
  return name.replace(/^E/, 'e').replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
