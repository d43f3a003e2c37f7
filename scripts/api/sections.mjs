import { inShort } from './in-short.mjs'

/**
 * What a page of typedoc says of one class, interface, type or function.
 *
 * @typedef {object} Section
 * @property {string} module such as `filtering-policy`
 * @property {string} kind the heading above it, such as `Classes`
 * @property {string} name
 * @property {string} anchor of its heading, on GitHub
 * @property {string} text with its heading, on the third level
 */

/**
 * @param {Map<string, string>} pages of modules, by their names
 * @returns {Section[]}
 */
export function sectionsOf(pages) {
  return [...pages].flatMap(([module, page]) =>
    page.split(/^(?=## )/m).flatMap((group) => {
      const [, kind] = /^## (.+)$/m.exec(group) ?? []
      const sections = group.split(/^(?=### )/m).slice(1)
      return sections.map((section) => {
        const [, title] = /^### (.+)$/m.exec(section)
        // Before the name may stand `abstract`, and behind that of a function `()`.
        const [name] = title.match(/\w+/g).slice(-1)
        const anchor = title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-')
        return { module, kind, name, anchor, text: inShort(onOnePage(section)) }
      })
    }),
  )
}

/**
 * All sections of the published modules, and those of others that these mention: a module beside them also exports what only the
 * constructs themselves use.
 *
 * @param {Section[]} sections
 * @param {string[]} published names of modules
 * @returns {Section[]} in their order
 */
export function shown(sections, published) {
  const kept = new Set(sections.filter(({ module }) => published.includes(module)))
  for (const { text } of kept) {
    const names = new Set(text.match(/\w+/g))
    for (const other of sections) if (names.has(other.name)) kept.add(other)
  }
  return sections.filter((section) => kept.has(section))
}

/** Links go to sections in place of files. The anchors of properties, which several modules would have, are left out. */
function onOnePage(section) {
  return section
    .replaceAll(/^\*\*\*$\n+/gm, '')
    .replaceAll(/<a id="[^"]*"><\/a> /g, '')
    .replaceAll(/\[(`[^`]*`)\]\([^)#]*#property-[^)]*\)/g, '$1')
    .replaceAll(/\]\([\w./-]+\.md#/g, '](#')
    .replaceAll(/^#+ Overrides\n\n.*\n\n/gm, '')
    .replace(/\n+$/, '\n')
}
