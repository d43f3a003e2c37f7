import { createHash } from 'node:crypto'
import { hostNameProblem, parsedUrl } from '@webfilter/appliance-names'
import { parseSshAddress, type SshAddress } from '@webfilter/appliance-names/settings'
import { shownText } from '@webfilter/text'
import { ApplianceError, misconfigured } from './errors'
import type { AddressProblem, Incidents } from './incidents'
import {
  type ApplianceSettings,
  type Area,
  type SshSettings,
  type WrittenSetting,
  writtenSetting,
} from './settings'

/** Where the requests of one area go. */
export interface Address {
  /** `http(s)://host:port`; for a unix socket `http://localhost`. */
  readonly origin: string
  /** Path before every route, without a slash at its end; mostly empty. */
  readonly prefix: string
  readonly socketPath: string | undefined
  /** The socket of another machine, and how `ssh` logs in there. */
  readonly ssh: SshTarget | undefined
  /** The setting that the address comes from, for messages. */
  readonly address: WrittenSetting
}

/** A socket behind a login. */
export interface SshTarget extends SshAddress, SshSettings {
  /** As it is written, without anything secret: passwords are refused. */
  readonly url: string
  /** The program to run in place of `ssh`. */
  readonly program: string | undefined
}

/**
 * The address of an area: its own one, else the host of `baseUrl` with the area's port. Certificates and
 * network are given as `[server]:[port]` (docs/appliance, "Areas and listeners") and so use `baseUrl` as it is; the directory
 * has no default. Throws `ApplianceError` of the kind `misconfigured`, which quotes no URL as a whole: it may hold a password.
 */
export function addressOf(settings: ApplianceSettings, area: Area): Address {
  const url = settings.endpoints?.[area]?.url
  return url === undefined ? defaultAddress(settings, area) : ownAddress(settings, area, url)
}

/** The listener as a person writes it: `https://proxy.example.org:9503`, `unix:///path/of/the/socket`, or the address of a login. */
export function addressText({
  ssh,
  socketPath,
  origin,
}: Pick<Address, 'ssh' | 'socketPath' | 'origin'>): string {
  return ssh?.url ?? (socketPath === undefined ? origin : `unix://${socketPath}`)
}

/**
 * A text by which the listener of an area is recognized, and which shows nothing of it but to who guesses it: a hash of host, port and path.
 * Tokens and logins are not in it, nor is the scheme, which an appliance may change. Undefined if the settings have no address.
 */
export function addressMark(settings: ApplianceSettings, area: Area): string | undefined {
  try {
    const where = JSON.stringify(whereIs(addressOf(settings, area)))
    return createHash('sha256').update(where).digest('hex').slice(0, 32)
  } catch (error) {
    if (error instanceof ApplianceError) return undefined
    throw error
  }
}

function whereIs({ ssh, socketPath, origin, prefix }: Address): readonly string[] {
  if (ssh) return ['ssh', ssh.host.toLowerCase(), String(ssh.port ?? ''), ssh.path]
  if (socketPath !== undefined) return ['unix', socketPath]
  const { protocol, hostname, port } = new URL(origin)
  return ['http', hostname, port || (protocol === 'https:' ? '443' : '80'), prefix]
}

// docs/appliance, "Areas and listeners". 9000 is the port of the route that adds one site.
const defaultPorts: Readonly<Partial<Record<Area, string>>> = {
  categories: '9503',
  categories_legacy: '9000',
  analysis: '9503',
  records: '9507',
}

function defaultAddress(settings: ApplianceSettings, area: Area): Address {
  const { baseUrl } = settings
  if (baseUrl === undefined || area === 'directory') throw misconfigured({ is: 'address-missing', area })
  const base = parseAddress(baseUrl, writtenSetting(settings, 'base_url', shownText(baseUrl)))
  const port = defaultPorts[area]
  if (port === undefined) return base
  const url = new URL(base.origin)
  url.port = port
  return { ...base, origin: url.origin }
}

function ownAddress(settings: ApplianceSettings, area: Area, url: string): Address {
  const setting = writtenSetting(settings, `endpoints.${area}.url`, shownText(url))
  if (area === 'directory' && /^ssh:/i.test(url)) return parseSshTarget(settings, url, setting)
  return parseAddress(url, setting)
}

function parseAddress(text: string, setting: WrittenSetting): Address {
  if (text.startsWith('unix:')) return parseSocketAddress(text, setting)
  const unusable = (problem: AddressProblem) => misconfigured({ is: 'address-unusable', setting, problem })
  const url = parsedUrl(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw unusable({ is: 'not http' })
  if (url.username || url.password || url.search || url.hash) throw unusable({ is: 'more than an address' })
  if (url.port === '0') throw unusable({ is: 'port 0' })
  const why = hostNameProblem(url.hostname)
  if (why !== undefined) throw unusable({ is: 'host that cannot be found', why })
  const prefix = url.pathname.replace(/(?<!\/)\/+$/, '')
  return { origin: url.origin, prefix, socketPath: undefined, ssh: undefined, address: setting }
}

function parseSocketAddress(text: string, setting: WrittenSetting): Address {
  const socketPath = text.startsWith('unix://') ? text.slice('unix://'.length) : ''
  const unusable = (problem: Incidents['socket-path-unusable']['problem']) =>
    misconfigured({ is: 'socket-path-unusable', setting, problem })
  if (!socketPath.startsWith('/')) throw unusable('not whole')
  const bytes = Buffer.byteLength(socketPath)
  if (bytes > longestSocketPath) throw unusable({ bytes, most: longestSocketPath })
  return { origin: 'http://localhost', prefix: '', socketPath, ssh: undefined, address: setting }
}

function parseSshTarget(settings: ApplianceSettings, url: string, setting: WrittenSetting): Address {
  const address = parseSshAddress(url)
  if (!address) throw misconfigured({ is: 'address-unusable', setting, problem: { is: 'not ssh' } })
  const ssh = { ...settings.endpoints?.directory?.ssh, ...address, url, program: settings.sshProgram }
  return { origin: 'http://localhost', prefix: '', socketPath: undefined, ssh, address: setting }
}

/** In bytes. Node.js cuts off what is longer, and would then look for another file, or find one. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103
