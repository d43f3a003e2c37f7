import { createHmac, timingSafeEqual } from 'node:crypto'
import { parsedJson, parsedUrl } from '@webfilter/appliance-names'
import { z } from 'zod'

/**
 * What HCP Terraform asks for when a run reaches a stage (its "Run Tasks Integration API", version 1 of the payload), as far as a review
 * needs it.
 */
export interface TaskRequest {
  readonly stage: string
  /** Secret: the bearer token for the plan and the result of this run. */
  readonly token: string
  /** The same for each attempt to send this request. */
  readonly resultId: string
  readonly callback: URL
  /** Missing before a plan exists. */
  readonly plan: URL | undefined
  /** Whether the service shows outcomes beside a message. */
  readonly takesOutcomes: boolean
  /** For the log, such as `acme/webfilter run-i3Df5to9ELvibKpQ`. */
  readonly name: string
}

/** A body that is no request, in a sentence for the log and the answer. */
export class RequestError extends Error {}

/**
 * Whether a signature is that of a body: the HMAC with SHA-512 in hexadecimal digits, as `X-TFC-Task-Signature` has it. The time that this
 * takes says nothing about the right signature.
 */
export function isSigned(body: Buffer, signature: string | undefined, key: string): boolean {
  const expected = createHmac('sha512', key).update(body).digest()
  if (signature === undefined || !/^[\da-f]{128}$/iu.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
}

/**
 * Reads a request.
 * @returns undefined for the call by which the service tries an address when a run task is created or changed
 * @throws {RequestError}
 */
export function readRequest(body: Buffer): TaskRequest | undefined {
  const json = parsedJson(body.toString('utf8'))
  const { data: call } = testCall.safeParse(json)
  if (call?.access_token === 'test-token' || call?.stage === 'test') return undefined
  const result = payload.safeParse(json)
  if (!result.success) {
    const [issue] = result.error.issues
    // Only the place: values may be secret.
    const place = issue === undefined || issue.path.length === 0 ? '' : `: ${issue.path.join('.')}`
    throw new RequestError(
      `The body is not a request of a run task in version 1${place}. Check which service sends it.`,
    )
  }
  const { access_token, task_result_callback_url, plan_json_api_url, capabilities, ...further } = result.data
  return {
    stage: further.stage,
    token: access_token,
    resultId: further.task_result_id,
    callback: task_result_callback_url,
    plan: plan_json_api_url ?? undefined,
    takesOutcomes: capabilities?.outcomes === true,
    name: `${further.organization_name}/${further.workspace_name} ${further.run_id}`,
  }
}

const testCall = z.object({ access_token: z.string().optional(), stage: z.string().optional() })

const url = z.string().transform((text, context) => {
  const parsed = parsedUrl(text)
  if (parsed !== undefined) return parsed
  context.addIssue({ code: 'custom', message: 'no URL' })
  return z.NEVER
})

/** A header is made of it, so a line feed in it would be another header. */
const token = z.string().regex(/^[\x21-\x7e]{1,4096}$/)

const payload = z.object({
  payload_version: z.literal(1),
  stage: z.string(),
  access_token: token,
  task_result_id: z.string().min(1).max(200),
  task_result_callback_url: url,
  plan_json_api_url: url.nullish(),
  capabilities: z.object({ outcomes: z.boolean().optional() }).nullish(),
  organization_name: z.string().default(''),
  workspace_name: z.string().default(''),
  run_id: z.string().default(''),
})
