import { filesBelow, textOfFile } from './sources'

/** What the command no longer has, by how pages, help texts and pipelines would name it. The changelog alone may. */
const gone: readonly RegExp[] = [
  /\bjunit\b/giu,
  /(?<!\$)\{stack\}/gu,
  /\breview\b[^\n`|]*\s--plan\b/gu,
  /(?<![\w-])--(?:write-)?baseline\b/gu,
  /(?<![\w-])--appliance(?![\w-])/gu,
  /(?<![\w-])--var(?![\w-])/gu,
  /\b(?:stale-plan|old-plan|certificate-replaced|appliance-in-two-blocks)\b/gu,
  /\bLines of added sites\b/gu,
]

const read: readonly (readonly [folder: string, name: RegExp])[] = [
  ['docs', /\.(?:md|json)$/u],
  ['examples', /\.(?:md|ya?ml|sh|mjs|rego)$/u],
  ['actions', /\.ya?ml$/u],
  ['templates', /\.ya?ml$/u],
  ['packages/command/src', /\.ts$/u],
]

/** @returns a line for each place that names what is gone */
export function namesOfWhatIsGone(): readonly string[] {
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    'DESIGN.md',
    ...read.flatMap(([folder, name]) => filesBelow([folder], name)),
  ]
  return files.flatMap((file) => goneIn(textOfFile(file)).map((problem) => `${file}:${problem}`))
}

/** @returns for each name of what is gone its line, and the name */
export function goneIn(text: string): readonly string[] {
  return gone.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(
      ({ 0: name, index }) => `${text.slice(0, index).split('\n').length} ${name}`,
    ),
  )
}
