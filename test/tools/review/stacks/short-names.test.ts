import fc from 'fast-check'
import { shortNames } from '../../../../src/tools/review/stack-arguments'

const named = (...paths: readonly string[]) => shortNames(paths.map((path) => path.split('/')))

describe('the short name of a path', () => {
  it.each([
    ['its last part', ['home/infra/berlin', 'home/infra/oslo'], ['berlin', 'oslo']],
    ['without an end that all have', ['home/berlin/change', 'home/oslo/change'], ['berlin', 'oslo']],
    ['without several of them', ['a/stacks/change', 'b/stacks/change'], ['a', 'b']],
    ['longer where another ends alike', ['a/prod', 'b/prod', 'c/test'], ['a/prod', 'b/prod', 'test']],
    ['its last part if it is the only one', ['home/infra/berlin'], ['berlin']],
    ['all of it if another path ends like that', ['prod', 'a/prod', 'test'], ['prod', 'a/prod', 'test']],
  ])('is %s', (_, paths, names) => {
    expect(named(...paths)).toEqual(names)
  })

  it('is unlike any other', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'c', 'a/b'), { minLength: 1, maxLength: 4 })
    const paths = fc.uniqueArray(path, { selector: (parts) => JSON.stringify(parts), maxLength: 12 })
    fc.assert(
      fc.property(paths, (all) => {
        fc.pre(new Set(all.map((parts) => parts.join('/'))).size === all.length)
        expect(new Set(shortNames(all)).size).toBe(all.length)
      }),
    )
  })
})
