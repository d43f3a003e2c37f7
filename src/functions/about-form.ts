/** What the results of all functions have in common, and what they refuse. */
export const aboutForm = {
  heading: 'Which names are rejected',
  text: [
    'Functions run before the provider is configured, so they cannot determine which routes the appliance has. They return only names ' +
      'that every generation of the appliance stores unchanged, and fail for all others. Every result can be used in `sites` of ' +
      '`appliance_category` and `appliance_category_sites`. Rejected are:',
    [
      '- Texts that are not a domain or an IPv4 address, such as a URL, a path, a port or a wildcard.',
      '- `www.` in front of a public suffix. The appliance would store `www.gov.uk` as `gov.uk`, which matches everything below it.',
      '- Names that contain `www.` after their beginning, such as `login.www.gov.uk`. The autonomous category service would store it as ' +
        '`gov.uk`. If the appliance has the older routes, list such a name directly in `sites`.',
      '- Names that the appliance deletes with each compile, such as `co.uk`.',
    ].join('\n'),
    'See [What a site matches](../resources/category.md#what-a-site-matches) for what these names would match. `try` returns another ' +
      'value instead of the error, and `can` checks a value, for example in the `validation` of a variable.',
  ].join('\n\n'),
} as const
