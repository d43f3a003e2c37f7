declare module 'textlint-rule-prh' {
  import type { TextlintRuleModule } from '@textlint/types'

  const rule: TextlintRuleModule

  // biome-ignore lint/style/noDefaultExport: so the package exports it
  export { rule as default }
}
