import { decoded, mayBeSame } from '../src/encoding'

describe('an answer', () => {
  it('in UTF-8 is read as that, whatever its header says', () => {
    const bytes = Buffer.from('Werbung für alle')
    expect(decoded(bytes, 'application/json; charset=ISO-8859-1')).toEqual({ text: 'Werbung für alle' })
  })

  it.each([
    ['application/json; charset="iso-8859-15"', 'its header says ISO-8859-15'],
    ['application/json;charset=UTF-8', 'most likely ISO-8859-1'],
    [undefined, 'most likely ISO-8859-1'],
  ])('that is not in UTF-8 has its encoding named: %j', (contentType, encoding) => {
    const bytes = Buffer.from('Werbung für alle', 'latin1')
    expect(decoded(bytes, contentType)).toEqual({ text: 'Werbung f\uFFFDr alle', encoding })
  })
})

describe('a text of which letters are lost', () => {
  it.each([
    ['Werbung f\uFFFDr alle', 'Werbung für alle', true],
    ['Werbung f\uFFFDr alle', 'Werbung fu\u0308r alle', true],
    ['\uFFFD\uFFFD', 'Реклама', true],
    ['Werbung f\uFFFDr alle', 'Werbung fur alle', false],
    ['Werbung f\uFFFDr alle', 'Werbung für viele', false],
    ['\uFFFD\uFFFD', 'ads', false],
    ['ads', 'ads', false],
  ])('%j may be %j: %j', (illegible, text, expected) => {
    expect(mayBeSame(illegible, text)).toBe(expected)
  })
})
