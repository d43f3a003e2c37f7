import { resolve } from 'node:path'
import { plannedWith } from '../../../src/tools/drift/plan'

describe('the folders and the options of a check for drift', () => {
  it.each([
    [[], { folders: ['.'], words: [] }],
    [['berlin'], { folders: ['berlin'], words: [] }],
    [['berlin', 'oslo'], { folders: ['berlin', 'oslo'], words: [] }],
    [['-lock=false'], { folders: ['.'], words: ['-lock=false'] }],
    [['berlin', 'oslo', '-var', 'a=b'], { folders: ['berlin', 'oslo'], words: ['-var', 'a=b'] }],
  ])('are told apart: %j', (named, expected) => {
    expect(plannedWith(named, {})).toEqual(expected)
  })

  it('begin with the variables of the command', () => {
    expect(plannedWith(['-lock=false'], { var: ['a=b'], varFile: ['some.tfvars'] }).words).toEqual([
      `-var-file=${resolve('some.tfvars')}`,
      '-var=a=b',
      '-lock=false',
    ])
  })

  it.each(['-refresh=false', '--out=x', '-destroy'])(
    'are refused where a plan would say nothing: %s',
    (word) => {
      expect(() => plannedWith(['berlin', 'oslo', word], {})).toThrow('cannot be used')
    },
  )
})
