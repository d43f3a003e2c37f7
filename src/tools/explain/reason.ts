import { Name, type Phrase, say } from '../review/phrase'

/** A reason of `parseSite` and of the readers of lists, which begins with the text that it quotes, if it quotes one. */
export function reasonPhrase(reason: string): Phrase {
  const [, quoted, why = ''] = /^("(?:[^"\\]|\\.)*") (.*)$/su.exec(reason) ?? []
  return quoted === undefined ? [reason] : say`${new Name(JSON.parse(quoted))} ${[why]}`
}
