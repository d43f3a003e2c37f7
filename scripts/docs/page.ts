export interface PageHead {
  /** As the page's first heading says it: `appliance_category (Resource)`. */
  readonly title: string
  /** What a browser shows as the title, without the name of the provider; the title unless given. */
  readonly pageTitle?: string
  /** The heading under which a registry lists the page; left out of the page of the provider, which must have none. */
  readonly subcategory?: string
  /** Markdown; its first sentence is what a registry shows in lists. */
  readonly description: string
  /** What a registry shows in lists instead of the description's first sentence. */
  readonly summary?: string
  readonly deprecated?: string | undefined
}

/** A whole page in the form of the Terraform registry. Sections that are empty or undefined are left out. */
export function page(head: PageHead, sections: readonly (string | undefined)[]): string {
  const { title, pageTitle = title.replaceAll(/[()]/g, ''), subcategory, description, deprecated } = head
  const parts = [
    frontMatter(pageTitle, subcategory, head.summary ?? description),
    `# ${title}`,
    deprecated && `~> **Deprecated.** ${deprecated}`,
    description,
    ...sections,
  ]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}

export function section(title: string, text: string): string {
  return `## ${title}\n\n${text.trim()}`
}

/**
 * The block that a registry reads. Texts are written as JSON strings, which are YAML too.
 *
 * @param description Markdown
 */
function frontMatter(title: string, subcategory: string | undefined, description: string): string {
  return `---
# Written by npm run docs from src/ and examples/.
page_title: ${JSON.stringify(`${title} - terraform-provider-appliance`)}${
    subcategory === undefined ? '' : `\nsubcategory: ${JSON.stringify(subcategory)}`
  }
description: |-
  ${firstSentence(withoutMarkup(description))}
---`
}

function withoutMarkup(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}
