import fc from 'fast-check'
import { MessageAssembler, messageFrame } from '../../src/grpc/server-call'

const message = fc
  .record({ length: fc.oneof(fc.nat(40), fc.nat(40_000)), fill: fc.nat(255) })
  .map(({ length, fill }) => Buffer.alloc(length, fill))

it('messages survive any cutting into chunks', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat(1000)), (messages, cuts) => {
      const assembler = new MessageAssembler(2 ** 20)
      const wire = Buffer.concat(messages.flatMap(messageFrame))
      const received = chunks(wire, cuts).flatMap((chunk) => [...assembler.push(chunk)])
      expect(Buffer.concat(received).equals(Buffer.concat(messages))).toBe(true)
      expect(received.map((bytes) => bytes.length)).toEqual(messages.map((bytes) => bytes.length))
      expect(assembler.isWithinMessage).toBe(false)
    }),
  )
})

it('a message that is not complete is noticed, however little is there', () => {
  const wire = Buffer.concat(messageFrame(Buffer.from('hello')))
  for (let length = 1; length < wire.length; length++) {
    const assembler = new MessageAssembler(2 ** 20)
    expect([...assembler.push(wire.subarray(0, length))]).toEqual([])
    expect(assembler.isWithinMessage).toBe(true)
  }
})

function chunks(wire: Buffer, sizes: readonly number[]): Buffer[] {
  const result: Buffer[] = []
  let rest = wire
  for (const size of sizes) {
    result.push(rest.subarray(0, size))
    rest = rest.subarray(size)
  }
  return [...result, rest]
}
