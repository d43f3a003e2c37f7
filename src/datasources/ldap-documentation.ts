import { directoryRelease } from '../appliance/directory/directory-release'
import type { Documentation } from '../terraform/provider/definition'

/** Interface document, 4.6. */
export const directoryDocumentation: Documentation = {
  subcategory: 'User directory',
  release: `The user directory needs ${directoryRelease}. Its routes are served on a unix-domain socket of the appliance, which \`endpoints.directory.url\` names.`,
}
