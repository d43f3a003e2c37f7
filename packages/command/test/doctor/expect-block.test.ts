import { expectBlock } from '../../src/doctor/report'

test('an interface with half of a character in its name is in no block, which would not be valid', () => {
  const interfaces = { eth0: '00:0c:29:4f:8e:05', 'half\ud800': '00:0c:29:4f:8e:06' }
  expect(expectBlock({ interfaces, certificateFingerprints: [], uncheckedAreas: [] })).toBe(
    'expect = {\n  interfaces = {\n    eth0 = "00:0c:29:4f:8e:05"\n  }\n}',
  )
})
