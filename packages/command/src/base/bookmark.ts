import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { visible } from '../report/phrase'

/**
 * What `plan -out` writes with HCP Terraform or Terraform Enterprise: where the plan is kept. `show -json` fetches it, with the credentials of
 * the engine's command line.
 */
export interface Bookmark {
  readonly run: string
  readonly host: string
}

/** The bookmark that a file is; undefined for any other file. */
export function bookmarkIn(text: string): Bookmark | undefined {
  if (text.length > longest) return undefined
  const { data } = bookmark.safeParse(parsedJson(text))
  return data && { run: data.run_id, host: data.hostname }
}

/** Characters. A plan is longer, and is not read twice. */
const longest = 4_096

/** Of any format: the engine knows which ones it can open. */
const bookmark = z.object({ remote_plan_format: z.number(), run_id: z.string(), hostname: z.string() })

/** What a sentence calls it, behind its article. */
export function bookmarkName({ run, host }: Bookmark): string {
  return `bookmark of a plan that HCP Terraform keeps (${visible(run)} on ${visible(host)})`
}

/** What to do if an engine cannot open it. */
export function bookmarkAdvice({ host }: Bookmark): string {
  const variable = tokenVariable(host)
  const token = variable === undefined ? '' : ` or a token in ${variable}`
  return `Pass --chdir with the initialized folder of its configuration, and log in with \`terraform login ${visible(host)}\`${token}.`
}

/** The variable in which engines look for the token of a host; undefined for one that has none, such as that of a port. */
function tokenVariable(host: string): string | undefined {
  return /^[\w.-]+$/u.test(host) ? `TF_TOKEN_${host.replaceAll('-', '__').replaceAll('.', '_')}` : undefined
}
