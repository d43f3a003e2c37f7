import type { Envelope } from '../envelope'

/**
 * Whether a failure says that what was asked for is not there. The list of error messages is not shown (interface document,
 * section 7), and a failure that is taken for an absence would make a plan create again what is there. So the words have to
 * say it, and must not speak of the service, its socket or its files, which may be missing too (`SOCKET_NOT_FOUND`).
 *
 * @param asked the values that were asked for: a name among them may hold any word
 */
export function saysAbsent({ error, info }: Envelope, asked: readonly string[]): boolean {
  const text = asked.reduce((rest, value) => withoutText(rest, value), `${error}\n${info}`)
  return absence.test(text) && !somethingElse.test(text)
}

const absence =
  /not[\s_-]*found|\bno[\s_-]*such|(?:not|n't)[\s_-]*exist|\bunknown[\s_-]*(?:user|member|uid|login|group|gid|account)|\bno[\s_-]+(?:user|member|group|entry|entries|result)/i

const somethingElse =
  /socket|connect|server|service|daemon|slapd|database|file|host|route|path|command|timeout|timed[\s_-]out|\bou\b|organi[sz]ation/i

function withoutText(text: string, value: string): string {
  return value === ''
    ? text
    : text.replace(new RegExp(value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), ' ')
}
