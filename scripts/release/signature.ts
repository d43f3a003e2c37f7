import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { checksumsName } from './release-files'

/**
 * Signs the checksums, as registries ask for it: detached and binary. Registries take RSA and DSA keys.
 *
 * @param key the fingerprint of a key that gpg has
 * @param environment of gpg, which tells where it has its keys
 * @returns the name of the signature
 * @throws {Error} where gpg cannot
 */
export async function sign(
  folder: string,
  version: string,
  key: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const [signed, signature] = [checksumsName(version), `${checksumsName(version)}.sig`]
  const words = ['--batch', '--yes', '--local-user', key, '--output', signature, '--detach-sign', signed]
  try {
    await promisify(execFile)('gpg', words, { cwd: folder, env: environment })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`gpg did not sign: ${reason.trim()}. Check GPG_FINGERPRINT, and that gpg has this key.`, {
      cause,
    })
  }
  return signature
}
