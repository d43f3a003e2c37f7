import type { Answer, Dialect } from './envelope'

/**
 * How the appliance says that a site is in no category, or that a member does not exist. The interface document shows the former for
 * one release and the latter not at all, so an emulator can be told to say it in any words, with any HTTP status.
 */
export interface AbsenceManner {
  /** The message of the failure, in which `{name}` stands for what was asked for. */
  readonly text: string
  /** 200 unless given. */
  readonly status?: number
}

/** The answer for something that does not exist, in a manner and in the spelling of a route. */
export function absenceOf(name: string, { text, status = 200 }: AbsenceManner, dialect: Dialect): Answer {
  return { ...dialect.failure(text.replaceAll('{name}', name)), status }
}
