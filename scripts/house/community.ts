import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isReleased, unreleased } from '../docs/release-notice'
import { root, textOfFile } from './sources'

const owners = '.github/CODEOWNERS'
const placeholder = '@OWNERS-OF-THIS-PROJECT'

/** Files that a forge shows to people and that are missing, and pages that do not say whether a release is published. */
export function communityProblems(): readonly string[] {
  const files = [
    'SECURITY.md',
    'SUPPORT.md',
    owners,
    '.github/dependabot.yml',
    '.github/pull_request_template.md',
    '.github/ISSUE_TEMPLATE/bug.yml',
    '.github/ISSUE_TEMPLATE/idea.yml',
  ]
  const changelog = textOfFile('CHANGELOG.md')
  const pages = ['README.md', 'docs/index.md', 'docs/guides/installing.md']
  return [
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `${file} is missing.`),
    ...pages.flatMap((page) => problemOfNotice(page, textOfFile(page), changelog) ?? []),
    ...(isReleased(changelog) && remindersOf(textOfFile(owners)).length > 0
      ? [`${owners} has a placeholder.`]
      : []),
  ]
}

/** What is wrong with how a page says whether there is a release. */
export function problemOfNotice(page: string, text: string, changelog: string): string | undefined {
  const says = text.includes(unreleased)
  if (says === !isReleased(changelog)) return undefined
  return says
    ? `${page} says "${unreleased}", and CHANGELOG.md has a release.`
    : `${page} does not say "${unreleased}", and CHANGELOG.md has no release.`
}

/** What remains to be done before the project is published, and breaks nothing now. */
export function remindersOf(codeowners = textOfFile(owners)): readonly string[] {
  return codeowners.includes(placeholder)
    ? [`Before the first release, replace ${placeholder} in ${owners}.`]
    : []
}
