import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Directory, DirectoryOptions } from '../../src/directory/directory'

import { type Emulator, startEmulator } from '../../src/emulator'

/** An appliance whose user directory is asked over a real socket. */
export interface DirectoryAppliance {
  readonly emulator: Emulator
  readonly directory: Directory
  /** Sends one request, with a JSON body if one is given, and parses what comes back. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>
  close(): Promise<void>
}

/** Starts an appliance whose directory service runs unless the options say otherwise, and whose tasks take a moment. */
export async function startDirectory(
  options: DirectoryOptions = {},
  data?: string,
): Promise<DirectoryAppliance> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-'))
  const socket = join(folder, 'directory.sock')
  const durations = { install: 1, uninstall: 1, restartDelay: 0, restart: 1, import: 1, backup: 1 }
  const directory = { service: 'running' as const, durations, ...options }
  const emulator = await startEmulator({ socket, directory, ...(data === undefined ? {} : { data }) })
  return {
    emulator,
    directory: emulator.directory,
    ask: (method, path, body) => askOverSocket(socket, method, `/openldap${path}`, body),
    async close() {
      await emulator.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function askOverSocket(socketPath: string, method: string, path: string, body: unknown): Promise<unknown> {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  const headers =
    text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString()))
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

export const success = { Status: true, Info: '', Error: '', Version: expect.any(String) }

/** A success with exactly this data. */
export function dataOf(data: unknown) {
  return { Status: true, Data: data, Error: '', Version: expect.any(String) }
}

export function failure(message: string) {
  return { Status: false, Error: message }
}
