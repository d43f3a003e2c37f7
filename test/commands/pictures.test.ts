import { readFile } from 'node:fs/promises'
import { picturesOf, reviewGuide, reviewPicture } from '../../scripts/pictures/pictures'
import { terminalPicture } from '../../scripts/pictures/terminal-picture'
import { describeWithEngine } from '../acceptance/workspace'

describeWithEngine('the pictures', () => {
  it('are those of the plan that the engine makes: if not, run npm run pictures', async () => {
    const guide = await readFile(reviewGuide, 'utf8')
    const pictures = await picturesOf(guide)
    expect(guide).toBe(pictures.guide)
    expect(await readFile(reviewPicture, 'utf8')).toBe(pictures.review)
  })
})

describe('a picture of a terminal', () => {
  it('has the text with its colors, and wraps what is too long', () => {
    const picture = terminalPicture('say', `\u001b[31m<red>\u001b[0m & plain\n${'word '.repeat(40)}`)
    expect(picture).toContain('<tspan fill="#ff7b72">&lt;red&gt;</tspan> &amp; plain')
    expect(picture).not.toContain('\u001b')
    const words = [...picture.matchAll(/<text[^>]*>([^<]*word[^<]*)<\/text>/g)].map(([, text]) => text ?? '')
    expect(words.length).toBeGreaterThan(1)
    expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(97)
  })
})
