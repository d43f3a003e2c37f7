import { isIP } from 'node:net'
import { leaveOut, type ReadLine } from './read-line'

/**
 * A record of a response policy zone: `example.com CNAME .`, with or without a time to live and a class. What such a zone says of itself
 * holds no site. Undefined for what is no record.
 */
export function readResponsePolicyRecord(text: string): ReadLine | undefined {
  if (ofTheZone.test(text)) return { names: [] }
  const [, name, type = '', target = ''] = record.exec(text) ?? []
  if (name === undefined) return undefined
  if (/\.rpz-(?:ip|client-ip|nsip)(?:\.|$)/iu.test(name)) {
    return leaveOut('network', text, 'is a rule for addresses, but a category contains sites; remove it')
  }
  if (/\.rpz-nsdname(?:\.|$)/iu.test(name) || (type.toUpperCase() === 'CNAME' && passing.test(target))) {
    return leaveOut('exception', text, 'is not a rule that blocks a site; remove it')
  }
  const blocks = type.toUpperCase() === 'CNAME' ? blocking.test(target) : isIP(target) !== 0
  return blocks
    ? { names: [name] }
    : leaveOut('forwarding', text, 'redirects to another name, and blocks nothing; remove it')
}

const record = /^(\S+)\s+(?:\d+[smhdw]?\s+)?(?:IN\s+)?(CNAME|A|AAAA)\s+(\S+)$/iu
/** `$TTL`, `$ORIGIN`; its start of authority, on one line or several; its name servers. */
const ofTheZone =
  /^\$(?:TTL|ORIGIN)\s|^(?:\S+\s+)?(?:\d+[smhdw]?\s+)?(?:IN\s+)?(?:SOA|NS)\s|^\d+[smhdw]?\s*\)?$|^\)$/iu
/** No such domain, no data, no answer. */
const blocking = /^(?:\.|\*\.|rpz-drop\.|rpz-tcp-only\.)$/iu
const passing = /^rpz-passthru\.$/iu
