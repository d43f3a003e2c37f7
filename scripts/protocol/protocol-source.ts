import { common, type Enum, parse, type Root, Type } from 'protobufjs'
import { fieldsOf, propertyTypesOf } from './fields'
import { identifierOf, nameIn, propertyOf } from './names'
import { type Declared, inOrderOfUse, referencesOf } from './order-of-use'
import { type Procedure, proceduresOf } from './procedures'

/**
 * The source of the messages and procedures that the framework serves, in the declarations of packages/terraform-plugin/src/protobuf, laid out as the
 * formatter wants it.
 *
 * @param proto the published definition of plugin protocol 6
 * @throws where the definition has something that those declarations do not
 */
export function protocolSource(proto: string): string {
  const procedures = proceduresOf(read(proto).lookupService(serviceName))
  const declared = inOrderOfUse(procedures.flatMap(({ request, response }) => [request, response]))
  const sections = [
    heading(proto),
    imports,
    ...declared.map((of) => (of instanceof Type ? messageSource(of, declared) : enumSource(of))),
    ...procedures.map(procedureSource),
    serviceSource(procedures),
  ]
  return `${sections.join('\n\n')}\n`
}

const serviceName = 'tfplugin6.Provider'

function read(proto: string): Root {
  const { nested = {} } = common.get('google/protobuf/timestamp.proto') ?? {}
  const { root } = parse(proto, { keepCase: true })
  root.addJSON(nested)
  root.resolveAll()
  return root
}

/** The notice of the definition, and which release of the protocol it is. */
function heading(proto: string): string {
  const [copyright, license] = proto.split('\n')
  const [release] = /protocol version [\d.]+/.exec(proto) ?? []
  if (!copyright?.includes('Copyright') || !license?.includes('SPDX') || !release) {
    throw new Error('The definition does not begin with its license, or does not say its version.')
  }
  return [
    copyright,
    license,
    '',
    `// The messages and procedures of Terraform's plugin ${release}: made from tfplugin6.proto by \`npm run protocol\`, never edited.`,
  ].join('\n')
}

const imports = `import {
  bool,
  bytes,
  enumeration,
  field,
  int32,
  int64,
  map,
  oneof,
  optional,
  repeated,
  string,
} from '../protobuf/field'
import { type Message, type MessageType, message, recursive } from '../protobuf/message'
import { serverStream, unary } from './rpc'`

function enumSource(of: Enum): string {
  const name = identifierOf(of)
  const numbers = Object.entries(of.values).map(([value, number]) => `${propertyOf(value)}: ${number},`)
  return `export const ${name} = enumeration(${block(numbers)})\nexport type ${name} = typeof ${name}.zero`
}

/** The type of a message follows from its fields, but where those lead back to it: there the compiler has to be told. */
function messageSource(of: Type, declared: readonly Declared[]): string {
  const name = identifierOf(of)
  const until = declared.indexOf(of)
  const fields = fieldsOf(of, (other) => declared.indexOf(other) >= until)
  const value = `message('${nameIn(of.fullName)}', ${block(fields)})`
  return declared.slice(0, until + 1).some((earlier) => referencesOf(earlier).includes(of))
    ? `export interface ${name} ${block(propertyTypesOf(of))}\n\nexport const ${name}: Message<${name}> = ${value}`
    : `export const ${name} = ${value}\n${inferredType(name)}`
}

function inferredType(name: string): string {
  const line = `export type ${name} = MessageType<typeof ${name}>`
  return line.length <= lineWidth ? line : `export type ${name} = MessageType<\n  typeof ${name}\n>`
}

/** As biome.json has it. */
const lineWidth = 110

function procedureSource({ name, request, response, isStream }: Procedure): string {
  const messages = [
    `request: ${block(fieldsOf(request))},`,
    `${isStream ? 'event' : 'response'}: ${block(fieldsOf(response))},`,
  ]
  return `export const ${name} = ${isStream ? 'serverStream' : 'unary'}('${name}', ${block(messages)})`
}

function serviceSource(procedures: readonly Procedure[]): string {
  return `/** The full name of the gRPC service that a provider serves. */
export const providerServiceName = '${serviceName}'

/** Every procedure of the service, by its name on the wire, without those of state stores. */
export const providerService = ${block(procedures.map(({ name }) => `${name},`))} as const`
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n').replaceAll(/^/gm, '  ')}\n}`
}
