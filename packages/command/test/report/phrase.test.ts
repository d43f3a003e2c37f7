import { shortened } from '../../src/report/phrase'

describe('a text that is cut', () => {
  it('has no half of a character before its ellipsis', () => {
    expect(shortened('ab😀cd', 4)).toBe('ab…')
    expect(shortened('ab😀cd', 5)).toBe('ab😀…')
    expect(shortened('ab😀', 4)).toBe('ab😀')
  })
})
