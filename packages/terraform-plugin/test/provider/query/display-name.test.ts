import { displayNameOf } from '../../../src/provider/procedures/list-resource'

describe('a display name', () => {
  it.each([
    ['ads and banners', 'ads and banners'],
    ['Équipe 😀', 'Équipe 😀'],
    ['red\u001b[31m\nnext line', 'red\uFFFD[31m\uFFFDnext line'],
    ['\u202Eevil', '\uFFFDevil'],
    ['a\u200Bb', 'a\uFFFDb'],
  ])('of %j is shown as %j', (name, shown) => {
    expect(displayNameOf(name)).toBe(shown)
  })

  it('is cut where it is long, between characters', () => {
    expect(displayNameOf('😀'.repeat(400))).toBe(`${'😀'.repeat(300)}…`)
  })
})
