import { describe, expect, test } from '@jest/globals'
import { canonicalFingerprint, canonicalHardwareAddress } from '../src/machine-identity'

describe('a hardware address', () => {
  test.each([
    '00:0c:29:4f:8e:05',
    '00:0C:29:4F:8E:05',
    ' 00-0C-29-4f-8e-05 ',
    '000c.294f.8e05',
    '0:c:29:4f:8e:5',
  ])('has one spelling, however it is written: %s', (text) => {
    expect(canonicalHardwareAddress(text)).toBe('00:0c:29:4f:8e:05')
  })

  test.each([
    '',
    'eth0',
    '00:0c:29:4f:8e',
    '00:0c:29:4f:8e:05:01',
    '00:0c-29:4f-8e:05',
    '000c294f8e05',
    '00:00:00:00:00:00',
    'ff:ff:ff:ff:ff:ff',
    '192.0.2.1',
    '2001:db8::1',
  ])('is not %j', (text) => expect(canonicalHardwareAddress(text)).toBeUndefined())
})

describe('a fingerprint', () => {
  const bytes = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16))

  test.each([bytes.join(':'), bytes.join('').toUpperCase(), ` ${bytes.join(':').toUpperCase()}\n`])(
    'has one spelling: %s',
    (text) => expect(canonicalFingerprint(text)).toBe(bytes.join(':').toUpperCase()),
  )

  test.each(['', bytes.slice(12).join(':'), `${bytes.join(':')}:00`, bytes.join(':').replace('a0:', 'a0')])(
    'is not %j, such as one of SHA-1',
    (text) => expect(canonicalFingerprint(text)).toBeUndefined(),
  )
})
