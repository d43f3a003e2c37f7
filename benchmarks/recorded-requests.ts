import { request } from 'undici'
import type { EmulatorProcess } from './emulator-process'

/** A request as an emulator received it. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly body: string
}

/** The requests that an emulator has received since the last call, without those that only read. */
export async function takeWrites({ controlUrl }: EmulatorProcess): Promise<readonly RecordedRequest[]> {
  if (controlUrl === undefined) throw new Error('The emulator was started without a control listener.')
  const { body } = await request(`${controlUrl}/journal`)
  const entries = requestsOf(await body.json())
  await (await request(`${controlUrl}/journal`, { method: 'DELETE' })).body.dump()
  return entries.filter(({ path }) => !/^\/categories\/(list$|query\/)/.test(path))
}

/** Sends requests again, one after another, with a bare HTTP client; milliseconds. */
export async function timeToSend(
  requests: readonly RecordedRequest[],
  { url }: EmulatorProcess,
): Promise<number> {
  const started = performance.now()
  for (const { method, path, body } of requests) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await request(`${url}${path}`, { method, ...(body === '' ? {} : { headers, body }) })
    const text = await answer.body.text()
    if (!/"status":\s*true/i.test(text)) throw new Error(`The emulator refuses ${method} ${path}: ${text}`)
  }
  return performance.now() - started
}

/** The journal is written by this project, so its form is known. */
function requestsOf(journal: unknown): readonly RecordedRequest[] {
  return (journal as { readonly requests: readonly RecordedRequest[] }).requests
}
