import { lowerCaseKeys } from '../../protocol/envelope'
import { type DirectoryAnswer, payloadOf, saysSomethingElse, unreadablePayload } from './payload'
import { isNothing, textsOf } from './values'

/** What the appliance tells of the organizations of the directory. */
export interface Organizations {
  readonly names: readonly string[]
  /** Makes a text with names fit to be quoted. */
  quote(text: string): string
}

/**
 * Reads the names of the organizations: an array of names or of records, an object by name, or one name alone, where the
 * appliance has a single organization. Throws `unreadable` for anything else.
 */
export function readOrganizations(answer: DirectoryAnswer): Organizations {
  const payload = payloadOf(answer, listNames)
  const { quote } = answer.answer
  if (saysSomethingElse(answer, payload))
    throw unreadablePayload(answer, 'which contains a message instead of a list of organizations')
  if (isNothing(payload)) return { names: [], quote }
  const names = namesIn(payload)
  if (names === undefined) throw unreadablePayload(answer, 'which lists an organization without its name')
  return { names: [...new Set(names)], quote }
}

const listNames = ['ous', 'ou', 'organizations', 'organization']
const nameNames = ['ou', 'name', 'organization']

function namesIn(payload: unknown): readonly string[] | undefined {
  if (Array.isArray(payload)) {
    const named = payload.map(nameOf)
    return named.every((name) => name !== undefined) ? named : undefined
  }
  const single = nameOf(payload)
  if (single !== undefined) return [single]
  if (typeof payload !== 'object' || payload === null) return undefined
  // By name, or numbered: PHP writes a list with a gap as an object.
  return Object.entries(payload).flatMap(([key, value]) => (/^\d+$/.test(key) ? (nameOf(value) ?? key) : key))
}

function nameOf(value: unknown): string | undefined {
  const fields = lowerCaseKeys(value)
  return (fields ? nameNames.flatMap((name) => textsOf(fields[name])) : textsOf(value))[0]
}
