import { resolve } from 'node:path'
import { plannedWith } from '../../src/base/plan-now'

describe('the folder and the options of a check for drift', () => {
  it.each([
    [[], { folder: '.', words: [] }],
    [['berlin'], { folder: 'berlin', words: [] }],
    [['-lock=false'], { folder: '.', words: ['-lock=false'] }],
    [['berlin', '-var', 'a=b'], { folder: 'berlin', words: ['-var', 'a=b'] }],
  ])('are told apart: %j', (words, expected) => {
    expect(plannedWith(words)).toEqual(expected)
  })

  it('begin with the files of variables', () => {
    expect(plannedWith(['-lock=false'], ['some.tfvars']).words).toEqual([
      `-var-file=${resolve('some.tfvars')}`,
      '-lock=false',
    ])
  })

  it('are refused at several folders, which a loop checks', () => {
    expect(() => plannedWith(['berlin', 'oslo', '-lock=false'])).toThrow(
      'Several folders are named. Run the command once for each folder, for example in a loop.',
    )
  })

  it.each(['-refresh=false', '--out=x', '-destroy'])(
    'are refused where a plan would say nothing: %s',
    (word) => {
      expect(() => plannedWith(['berlin', word])).toThrow('cannot be used')
    },
  )
})
