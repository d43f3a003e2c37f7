import { Diagnostics, warning } from '@webfilter/terraform-plugin'

it('what a diagnostic says is printable', () => {
  const named = warning('thing-named', 'A thing has a name', ({ name }: { readonly name: string }) => [
    `The name is ${JSON.stringify(name)}.`,
    `Do not use ${name}.`,
  ])
  const diagnostics = new Diagnostics()
  diagnostics.raise(named({ name: 'n\u202e evil' }))
  expect(diagnostics.toWire('doors')).toEqual([
    {
      severity: 'warning',
      summary: 'A thing has a name',
      detail: 'The name is "n\\u{202e} evil".\n\nDo not use n\\u{202e} evil.\n\n[doors:thing-named]',
    },
  ])
})
