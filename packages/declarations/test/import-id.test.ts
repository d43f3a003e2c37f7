import { failureOf } from '../../../test/failure'
import { importId, keptImportId } from '../src/import-id'

describe('the ID of an import', () => {
  it.each(['250', 'ann.lee', 'what?', 'why?not', 'a=b', '?', 'Q? x = 1'])('names an object: %s', (id) => {
    expect(importId(id)).toEqual({ named: id, isKept: false })
    expect(importId(keptImportId(id))).toEqual({ named: id, isKept: true })
  })

  it('can name one that itself ends like a query', () => {
    expect(importId(keptImportId('ann?keep=yes'))).toEqual({ named: 'ann?keep=yes', isKept: true })
  })

  it.each([
    ['250?on_destroy=delete', 'on_destroy has the value "delete"'],
    ['250?on_destroy=', 'on_destroy has the value ""'],
    ['250?on_destroy', 'on_destroy has no value'],
    ['ann?keep=yes', '"keep" is not a known key'],
    ['ann?On_Destroy=keep', '"On_Destroy" is not a known key'],
    ['ann?on_destroy=keep&on_destroy=keep', 'on_destroy is given twice'],
    ['ann?on_destroy=keep&x', '"x" is not a known key'],
    ['ann?on_destroy=keep&', 'a part of it is empty'],
  ])('has a query of which it is said what is wrong: %s', async (id, problem) => {
    const failure = await failureOf((async () => importId(id))())
    expect(failure).toMatchObject({
      diagnostic: {
        code: 'import-id-invalid',
        message: `The query of the id ${JSON.stringify(id)} is invalid: ${problem}.`,
        advice: expect.stringContaining('?on_destroy=keep'),
      },
    })
  })
})
