import { resolve } from 'node:path'
import { plannedWith } from '../../src/base/plan-now'

const named = (words: readonly string[], options: Parameters<typeof plannedWith>[1] = {}) => {
  const { folders, wordsFor } = plannedWith(words, options)
  return { folders, words: wordsFor('oslo') }
}

describe('the folders and the options of a check for drift', () => {
  it.each([
    [[], { folders: ['.'], words: [] }],
    [['berlin'], { folders: ['berlin'], words: [] }],
    [['berlin', 'oslo'], { folders: ['berlin', 'oslo'], words: [] }],
    [['-lock=false'], { folders: ['.'], words: ['-lock=false'] }],
    [['berlin', 'oslo', '-var', 'a=b'], { folders: ['berlin', 'oslo'], words: ['-var', 'a=b'] }],
  ])('are told apart: %j', (words, expected) => {
    expect(named(words)).toEqual(expected)
  })

  it('begin with the variables of the command', () => {
    expect(named(['-lock=false'], { var: ['a=b'], varFile: ['some.tfvars'] }).words).toEqual([
      `-var-file=${resolve('some.tfvars')}`,
      '-var=a=b',
      '-lock=false',
    ])
  })

  it('have the name of each stack where {stack} stands, but for what is handed on to the engine', () => {
    const options = { var: ['site={stack}', 'both={stack}-{stack}'], varFile: ['vars/{stack}.tfvars'] }
    expect(named(['berlin', 'oslo', '-var=as={stack}'], options).words).toEqual([
      `-var-file=${resolve('vars/oslo.tfvars')}`,
      '-var=site=oslo',
      '-var=both=oslo-oslo',
      '-var=as={stack}',
    ])
  })

  it.each(['-refresh=false', '--out=x', '-destroy'])(
    'are refused where a plan would say nothing: %s',
    (word) => {
      expect(() => plannedWith(['berlin', 'oslo', word], {})).toThrow('cannot be used')
    },
  )
})
