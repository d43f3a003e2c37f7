/** How the bytes of a field are laid out; the low three bits of its tag. */
export const WireType = {
  varint: 0,
  fixed64: 1,
  lengthDelimited: 2,
  startGroup: 3,
  endGroup: 4,
  fixed32: 5,
} as const

export type WireType = (typeof WireType)[keyof typeof WireType]

/** The tag that stands before a field's value. */
export function tagOf(number: number, wireType: WireType): number {
  return number * 8 + wireType
}
