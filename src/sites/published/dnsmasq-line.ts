import { isIP } from 'node:net'
import { leaveOut, type ReadLine } from './read-line'

/**
 * A line of dnsmasq's configuration: `address=/example.com/0.0.0.0`, `server=/example.com/` or `local=/example.com/`, of one domain or
 * several. Undefined for what is no such line.
 */
export function readDnsmasqLine(text: string): ReadLine | undefined {
  const [, key, domains = '', target = ''] = line.exec(text) ?? []
  if (key === undefined) return undefined
  if (key !== 'address' && target !== '') {
    return leaveOut('forwarding', text, 'sets the server for a domain, and blocks nothing; remove it')
  }
  if (target !== '' && target !== '#' && isIP(target) === 0) {
    return leaveOut('other', text, 'contains no address; write address=/example.com/0.0.0.0')
  }
  return { names: domains.split('/') }
}

const line = /^(address|server|local)=\/(.+)\/([^/]*)$/u
