import { readdirSync } from 'node:fs'
import { filesBelow, root, textOfFile } from './sources'

/** What the project had and has no longer, as a page, a help or a template would name it: a reader who looks for it finds nothing. */
const gone: readonly RegExp[] = [
  // A server that reviewed remote runs.
  /(?<![a-z])run[-_ ]?tasks?(?![a-z])|--(?:longest-plan|open-runs|key-file|tls-certificate|tls-key)\b/i,
  // Pipelines for these, and what a pipeline could set.
  /azure[- ](?:devops|pipelines)|pipelines\/azure|bitbucket|spacelift|terramate/i,
  /\bREVIEW_FORMAT\b|workflows\/appliances\.yml|gitlab\/stack\.yml/,
  // Downloads.
  /appliance fetch\b|lists(?:-lint)?\.json|minimum_(?:sites|share)|fetch\.schema|\b(?:list-too-small|source-(?:failed|moved))\b/,
  // Options and rules of the check of lists.
  /\blint\b[^`|]*\s--(?:fix|exceptions)\b|lint-fix|in-two-lists|exception-(?:covered|without-effect)/,
  /(?:title=|")exceptions?-(?:leave-nothing|public-suffix)\b|\bexception_rules\b/,
  /`(?:duplicate|redundant)`|title=(?:duplicate|redundant)|"(?:duplicate|redundant)"/,
  // A format of reports, and sections and rules of reviews.
  /\bjunit\b|\btestsuites?\b|\blines of added sites\b|\badded_lines/i,
  /\b(?:stale-plan|old-plan|certificate-replaced|appliance-in-two-blocks)\b/,
  // What only a plan says of lists, other formats of answers, and a list of assumptions.
  /\bexplain\b[^`|]*\s--(?:plan|format|output)\b|explain\.schema|--assumptions\b/,
  // Checks of the doctor.
  /[`"]ssh-(?:program|host-key|login|forward)[`"]|(?<!_)not_held\b/,
  // A picture in pages of reviews.
  /\bbars and arrows\b|movement-picture/i,
  // What a plan of an export shows.
  /\bexport\b[^`|]*\s--(?:check|imports|json)\b|--imports\b|--sites-folder\b/,
  // One report on several plans, states as JSON, and a baseline.
  /\b(?:review|drift) cdktf\.out(?!\/stacks\/)|--state\s+\S+\.json\b/,
  /(?<!\$)\{stack\}|\breview\b[^`|]*\s--plan\b|--parallelism\b|(?<![\w-])--(?:(?:write-)?baseline|appliance|var)(?![\w-])/,
]

/** Lines that name what is gone, of everything that people read but the changelog. */
export function namesOfWhatIsGone(): readonly string[] {
  const pages = readdirSync(root).filter((name) => /\.(?:md|yaml)$/.test(name) && name !== 'CHANGELOG.md')
  const below = filesBelow(
    ['actions', 'docs', 'examples', 'packages', 'scripts', 'src', 'templates'],
    /\.(?:[cm]?js|json|hcl|md|rego|sh|svg|tf|ts|txt|ya?ml)$/,
  )
  const files = below.filter(
    (path) => !/^packages\/[^/]+\/(?:test|bindings)\/|\/gone\.ts$|^docs\/guides\/changelog\.md$/.test(path),
  )
  return [...pages, ...files].flatMap((path) =>
    linesThatName(textOfFile(path)).map((line) => `${path}:${line}`),
  )
}

/** The numbers of the lines of a text that name what is gone, and the words that do. */
export function linesThatName(text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) => {
    const names = gone.flatMap((name) => name.exec(line)?.[0] ?? [])
    return names.map((name) => `${index + 1}: ${name}`)
  })
}
