/** What README.md, the provider's page and the guide to installing say until CHANGELOG.md has a release. */
export const unreleased = 'No release of the provider is published yet.'

/** @param changelog whose releases have headings with their version */
export function isReleased(changelog: string): boolean {
  return /^## \[\d/m.test(changelog)
}
