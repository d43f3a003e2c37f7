import { string } from '@webfilter/terraform-plugin'
import { duration } from '../validators'

/** @param otherwise a sentence on what applies if the attribute is not set */
export function timeoutAttribute(otherwise: string) {
  return string({
    optional: true,
    validate: duration,
    description: `Longest duration of the action, such as \`90s\`, \`10m\` or \`1h30m\`. Valid units are h, m, s, ms, us and ns. ${otherwise}`,
  })
}

/** What holds for actions that send one request. */
export const limitOfRequests =
  'If it is not set, only the `timeout` and the `retries` of the provider limit the request.'
