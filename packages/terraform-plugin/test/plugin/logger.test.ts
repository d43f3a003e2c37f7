import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import { createLogger, type LogFields } from '../../src/plugin/logger'

type Environment = Readonly<Record<string, string | undefined>>

function linesOf(environment: Environment, log: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = []
  const now = () => new Date('2030-01-02T03:04:05.678Z')
  log(createLogger({ name: 'my-test', environment, write: (line) => lines.push(line), now }))
  return lines
}

function levelsLogged(environment: Environment): string[] {
  const lines = linesOf(environment, (logger) => {
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) logger[level]('message')
  })
  return lines.map((line) => JSON.parse(line)['@level'])
}

describe('the level', () => {
  it.each<[Environment, string[]]>([
    [{}, []],
    [{ TF_LOG: '' }, []],
    [{ TF_LOG: 'off' }, []],
    [{ TF_LOG: 'ERROR' }, ['error']],
    [{ TF_LOG: 'info' }, ['info', 'warn', 'error']],
    [{ TF_LOG: 'JSON' }, ['trace', 'debug', 'info', 'warn', 'error']],
    [{ TF_LOG: 'trace', TF_LOG_PROVIDER: 'warn' }, ['warn', 'error']],
    [{ TF_LOG: 'trace', TF_LOG_PROVIDER: 'warn', TF_LOG_PROVIDER_MY_TEST: 'error' }, ['error']],
    [{ TF_LOG_PROVIDER: 'trace', TF_LOG_PROVIDER_MY_TEST: 'OFF' }, []],
    [{ TF_LOG_PROVIDER_OTHER: 'trace' }, []],
  ])('of %j lets through %j', (environment, levels) => {
    expect(levelsLogged(environment)).toEqual(levels)
  })
})

describe('a line', () => {
  const logged = (message: string, fields?: LogFields) =>
    linesOf({ TF_LOG: 'trace' }, (logger) => logger.warn(message, fields))

  it('is one JSON object in the form that Terraform reads', () => {
    expect(logged('two\nlines', { route: '/list', tries: 3 })).toEqual([
      '{"route":"/list","tries":3,"@level":"warn","@message":"two\\nlines","@module":"provider.my-test",' +
        '"@timestamp":"2030-01-02T03:04:05.678000Z"}\n',
    ])
  })

  it('contains nothing that a terminal would act upon', () => {
    const [line = ''] = logged('a\u001b[2Jb\u202ec', { words: '\u009b31m' })
    expect(JSON.parse(line)).toMatchObject({
      '@message': 'a\\u{1b}[2Jb\\u{202e}c',
      words: '\\u{9b}31m',
    })
  })

  it('keeps its own fields, whatever the others are called', () => {
    const [line = ''] = logged('message', { '@message': 5, '@level': 'none' })
    expect(JSON.parse(line)).toMatchObject({ '@message': 'message', '@level': 'warn' })
  })

  it('stays below 64 KiB, whatever it is given', () => {
    const text = fc
      .record({ part: anyText({ minLength: 1 }), times: fc.nat(20_000) })
      .map(({ part, times }) => part.repeat(times))
    fc.assert(
      fc.property(text, fc.dictionary(fc.string(), text), (message, fields) => {
        const [line = ''] = logged(message, fields)
        expect(Buffer.byteLength(line)).toBeLessThan(65_536)
        expect(line.indexOf('\n')).toBe(line.length - 1)
        expect(typeof JSON.parse(line)['@message']).toBe('string')
      }),
      { numRuns: times(50) },
    )
  })

  it('keeps the beginning of what is too long', () => {
    const [line = ''] = logged('a'.repeat(100_000), { field: 'b'.repeat(100_000) })
    expect(JSON.parse(line)).toMatchObject({
      '@message': `${'a'.repeat(8000)}…`,
      field: `${'b'.repeat(8000)}…`,
    })
  })
})
