import { page } from './page'

/** CHANGELOG.md as a guide, for readers of a registry, which shows no other files of the repository. */
export function changelogPage(changelog: string): string {
  const [, text = ''] = /^# Changelog\n+(.*)$/s.exec(changelog) ?? []
  const description = 'What each release of the provider, the command and the constructs changes.'
  return page({ title: 'Changelog', subcategory: 'Releases', description }, [asGuide(text).trimEnd()])
}

/** The links as a guide has them. What is no page of the registry is only named. */
function asGuide(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:|#)([^)]*)\)/g, (_, name: string, target: string) => {
    const [, guide, other] = /^docs\/(?:guides\/(.*)|(.*))$/.exec(target) ?? []
    return (guide ?? other) ? `[${name}](${guide ?? `../${other}`})` : name
  })
}
