import type { Place } from '../../change'
import { Name, type Phrase, say } from '../../phrase'

/** A place as editors and terminals open it, such as `lists/ads.txt:12`; of what CDKTF wrote the construct. */
export function placePhrase({ file, line, construct }: Place): Phrase {
  if (construct !== undefined) return say`construct ${new Name(construct)}`
  return [new Name(line === undefined ? file : `${file}:${line}`)]
}
