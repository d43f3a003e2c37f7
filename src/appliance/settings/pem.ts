import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { shownText } from '@webfilter/terraform-plugin'
import { clientCertificateUnusable, pemUnreadable } from '../../diagnostics/settings'
import type { WrittenSetting } from '../../diagnostics/wording'
import { ApplianceError } from '../errors'
import type { ApplianceSettings } from '../settings'
import { writtenSetting } from './written-settings'

/**
 * Throws `misconfigured` where a certificate or a key of the settings cannot be read, or where they do not belong together. OpenSSL
 * would say so in words of its own when the first connection is made, and nothing at all of an authority that it cannot read.
 */
export function checkPem(settings: ApplianceSettings): void {
  const { caCertificate, clientCertificate, clientKey } = settings.tls ?? {}
  const at = (name: string, value?: string) =>
    writtenSetting(settings, `tls.${name}`, value && shownPem(value))
  if (caCertificate) readCertificate(caCertificate, at('ca_certificate', caCertificate))
  const certificate =
    clientCertificate && readCertificate(clientCertificate, at('client_certificate', clientCertificate))
  const key = clientKey && readKey(clientKey, at('client_key'))
  if (!certificate && !key) return
  const pair = { certificate: at('client_certificate'), key: at('client_key') }
  if (!certificate || !key) throw unusable({ ...pair, problem: 'one is missing' })
  if (!certificate.checkPrivateKey(key)) throw unusable({ ...pair, problem: 'do not belong together' })
}

/** The rest of a PEM text tells nobody anything; and what looks like the inside of one may be that of a key. */
function shownPem(text: string): string | undefined {
  const [line = ''] = text.split(/[\r\n]/, 1)
  if (/^[\w+/=]{40,}$/.test(line)) return undefined
  return shownText(text)
}

function readCertificate(text: string, setting: WrittenSetting): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch (cause) {
    throw unreadable(setting, 'certificate', cause)
  }
}

function readKey(text: string, setting: WrittenSetting): KeyObject {
  try {
    return createPrivateKey(text)
  } catch (cause) {
    throw unreadable(setting, 'private key', cause)
  }
}

function unreadable(
  setting: WrittenSetting,
  holds: 'certificate' | 'private key',
  cause: unknown,
): ApplianceError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no PEM'
  return new ApplianceError({ kind: 'misconfigured', told: pemUnreadable({ setting, holds, reason }), cause })
}

function unusable(pair: Parameters<typeof clientCertificateUnusable>[0]): ApplianceError {
  return new ApplianceError({ kind: 'misconfigured', told: clientCertificateUnusable(pair) })
}
