import type { DocumentationSection } from '../../terraform/provider/definition'

/** What may stand in a file of sites, what is left out of it, and which files are refused. */
export const siteFileDocumentation: DocumentationSection = {
  heading: 'Files of sites',
  text: [
    'A file may be in any of these forms, or in several of them:',
    [
      '| Form | A line |',
      '|---|---|',
      '| Plain | `example.com`, `*.example.com` or `.example.com` |',
      '| Hosts file | `0.0.0.0 example.com www.example.org` |',
      '| Rules for browsers | `\\|\\|example.com^` |',
      '| dnsmasq | `address=/example.com/0.0.0.0`, `server=/example.com/` or `local=/example.com/` |',
      '| unbound | `local-zone: "example.com" always_nxdomain` |',
      '| Response policy zone | `example.com CNAME .` |',
    ].join('\n'),
    'Comments begin with `#`, `!` or `;`. What a hosts file says of its own machine, such as `127.0.0.1 localhost`, and what a zone says ' +
      'of itself is passed over. The text is UTF-8 and not compressed, has 64 MiB and 4,194,304 entries at most, and at most 1,000,000 ' +
      'entries that are no sites.',
    'What a rule says and a site cannot is left out, counted under its own name in one warning: exceptions (`@@||example.com^`), element ' +
      'hiding rules, paths, ports, networks, rules for some requests only (`$third-party`), patterns and forwardings. ' +
      '`on_invalid_line = "fail"` refuses such a file.',
    'A list that was replaced by something else empties no category. These are refused in the plan:',
    [
      '- A file without a single site, unless `allow_empty = true`. The plan then warns of what stays active.',
      '- A file most of whose lines are no sites, such as the page of an error or JSON, unless `on_invalid_line = "skip"` is written in ' +
        'the configuration.',
      '- A file that lacks more of the managed sites than `removal_limit` allows. Where more than 1,000 sites are managed, half of ' +
        'them may go at once unless something else is set. The provider has a `removal_limit` too, and `APPLIANCE_REMOVAL_LIMIT` ' +
        'sets it; it has to be set for the plan and for the apply alike, as an apply plans again.',
    ].join('\n'),
    'Terraform cannot print such a list, so the plan warns of each change of it, with numbers and the first names.',
  ].join('\n\n'),
}
