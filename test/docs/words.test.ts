import { wordsIn } from '../../scripts/docs/codes/words'

describe('words of the program in an example', () => {
  it('are quoted only as long as the program has them', () => {
    const file = 'src/actions/carry-out.ts'
    expect(wordsIn(file, 'The run was stopped.')).toBe('The run was stopped.')
    expect(() => wordsIn(file, 'Terraform was asked to stop.')).toThrow('Change the example')
  })
})
