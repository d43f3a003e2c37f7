import { encodings } from './encodings'

/** A piece of a secret of so many characters, in any encoding, is one too much. */
const length = 6

/** All pieces of a secret, in all encodings, without white space and in lower case. */
export function piecesOf(secret: string): ReadonlySet<string> {
  return new Set(Object.values(encodings).flatMap((encode) => pieces(encode(secret))))
}

/** A piece that stands in a text, with whatever white space and in whatever letter case; undefined where none does. */
export function pieceIn(text: string, all: ReadonlySet<string>): string | undefined {
  return pieces(text).find((piece) => all.has(piece))
}

function pieces(text: string): readonly string[] {
  const bare = text.replace(/\s/g, '').toLowerCase()
  return Array.from({ length: Math.max(0, bare.length - length + 1) }, (_, begin) =>
    bare.slice(begin, begin + length),
  )
}
