import fc from 'fast-check'
import { atOnce } from '../../../../test/at-once'
import { times } from '../../../../test/lanes/extent'
import type { Block, Written } from '../../src/configuration/configuration'
import { blocksOfHcl } from '../../src/configuration/hcl'

const read = (text: string) => blocksOfHcl(text, 'main.tf')

function only(text: string): Block {
  const [block, ...others] = read(text)
  if (block === undefined || others.length > 0) throw new Error(`There are ${others.length + 1} blocks.`)
  return block
}

function attribute(text: string, name = 'x'): Written | undefined {
  return only(`resource "a" "b" {\n${text}\n}\n`).attributes.get(name)
}

describe('the headers of blocks', () => {
  it('are found with their labels and their lines', () => {
    const blocks = read(`terraform {
  required_version = ">= 1.5"
}

provider "appliance" {}

resource "appliance_category" "ads" {
  name = "Ads"
  lifecycle {
    prevent_destroy = true
  }
}
data "appliance_site" "a" { site = "a.example" }
module "office" {
  source = "./modules/office"
}
moved {
  from = appliance_category.old
  to   = appliance_category.ads
}
removed {
  from = appliance_category.gone
}
import {
  to = appliance_category.ads
  id = "7"
}
locals { a = 1 }
`)
    expect(blocks.map(({ kind, labels, line }) => [line, kind, ...labels])).toEqual([
      [1, 'terraform'],
      [5, 'provider', 'appliance'],
      [7, 'resource', 'appliance_category', 'ads'],
      [13, 'data', 'appliance_site', 'a'],
      [14, 'module', 'office'],
      [17, 'moved'],
      [21, 'removed'],
      [24, 'import'],
      [28, 'locals'],
    ])
  })

  it.each([
    ['line feeds', '\n'],
    ['carriage returns', '\r\n'],
  ])('have the same lines with %s', (_, end) => {
    const text = ['# one', '/* two', '   three */ locals {', '}', '', 'module "m" {', '}'].join(end)
    expect(read(text).map(({ kind, line }) => [kind, line])).toEqual([
      ['locals', 3],
      ['module', 6],
    ])
  })

  it('are found behind a byte order mark, and with labels without quotation marks', () => {
    expect(read('\uFEFFresource appliance_category ads {\n}')).toMatchObject([
      { labels: ['appliance_category', 'ads'], line: 1 },
    ])
  })

  it('are none in comments, texts, heredocs and other blocks', () => {
    const block = only(`resource "a" "b" {
  # module "in-a-comment" {
  // module "in-a-comment" {
  /* module "in-a-comment" {
  */
  x = "module \\"in-a-text\\" {"
  y = "\${join("}", ["module \\"nested\\" {", "\${"}"}"])}"
  z = <<EOT
module "in-a-heredoc" {
}
EOT
  provisioner "local-exec" {
    command = <<-EOT
      module "in-a-heredoc" {
      EOT
  }
  last = "read"
}`)
    expect([...block.attributes.keys()]).toEqual(['x', 'y', 'z', 'last'])
    expect(block.attributes.get('last')).toEqual({ kind: 'text', line: 17, text: 'read' })
  })
})

describe('the values of attributes', () => {
  it('are texts with the escapes of JSON', () => {
    expect(attribute('x = "a \\"b\\" \\\\ \\n \\u00e4 $e %f"')).toEqual({
      kind: 'text',
      line: 2,
      text: 'a "b" \\ \n ä $e %f',
    })
  })

  it.each(['"\\U0001F600"', '"$${c}"', '"%{ if a }b%{ endif }"', '"${a}${b}"', '"${path.cwd}/a"'])(
    'are expressions, if they are texts with anything else in them: %s',
    (source) => {
      expect(attribute(`x = ${source}`)).toEqual({ kind: 'expression', source })
    },
  )

  it('are lists, with the line of each element', () => {
    expect(attribute('x = [\n  "a.example", # why\n\n  "b.example", "c.example",\n]')).toEqual({
      kind: 'list',
      items: [
        { kind: 'text', line: 3, text: 'a.example' },
        { kind: 'text', line: 5, text: 'b.example' },
        { kind: 'text', line: 5, text: 'c.example' },
      ],
    })
  })

  it('are expressions as they are written', () => {
    expect(attribute('x = appliance_category.ads["a b"].name # why')).toEqual({
      kind: 'expression',
      source: 'appliance_category.ads["a b"].name',
    })
    expect(attribute('x = "${appliance_category.ads.id}"')).toMatchObject({
      source: 'appliance_category.ads.id',
    })
    expect(attribute('x = a == b ? [1] : [2]')).toMatchObject({ source: 'a == b ? [1] : [2]' })
    expect(attribute('x = [for s in var.s : s]')).toMatchObject({ source: '[for s in var.s : s]' })
    expect(attribute('x = {for s in var.s : s => s}')).toMatchObject({ kind: 'expression' })
    expect(attribute('x = toset(var.a)')).toMatchObject({ source: 'toset(var.a)' })
    expect(attribute('x = ["a"] == ["b"]')).toMatchObject({ source: '["a"] == ["b"]' })
  })

  it('are expressions, if they are maps, lists in lists or heredocs', () => {
    expect(attribute('x = {\n  a = "1"\n}')).toEqual({
      kind: 'expression',
      source: '{\n  a = "1"\n}',
    })
    expect(attribute('x = ["a", ["b"]]')).toMatchObject({
      items: [{ text: 'a' }, { kind: 'expression', source: '["b"]' }],
    })
    expect(attribute('x = [<<EOT\na\nEOT\n, "b"]')).toMatchObject({
      items: [{ kind: 'expression' }, { text: 'b', line: 5 }],
    })
  })

  it('are heredocs of any length', () => {
    const content = '\r'.repeat(200_000)
    const found = atOnce(() => attribute(`x = <<EOT\n${content}\n  EOT\r`))
    expect(found).toEqual({ kind: 'expression', source: `<<EOT\n${content}\n  EOT` })
  })

  it('in one line end with the brace of the block', () => {
    const block = only('module "m" { source = "./m" }')
    expect(block.attributes).toEqual(new Map([['source', { kind: 'text', line: 1, text: './m' }]]))
  })
})

describe('a file that is no HCL', () => {
  it.each([
    ['nothing', ''],
    ['a brace that is not closed', 'resource "a" "b" {\n x = ['],
    ['brackets that were not opened', '}}])\nresource "a" "b" {\n'],
    ['a text that is not closed', 'resource "a" "b" {\n x = "open\n}\nlocals {}'],
    ['a template that is not closed', 'resource "a" "b" {\n x = "${open\n}\n'],
    ['a heredoc that is not closed', 'resource "a" "b" {\n x = <<EOT\n}\n'],
    ['a comment that is not closed', 'locals {}\n/* open'],
    ['an escape at its end', 'x = "\\'],
    ['other text', 'GIF89a\u0000\uD800 = = = { " ${ %{ << <<- // \\'],
  ])('is read without an error: %s', (_, text) => {
    expect(() => read(text)).not.toThrow()
  })

  it('has the blocks before and behind a mistake in a line', () => {
    expect(
      read('locals {}\n!! ) = "x\nmodule "m" {\n x = "open\n y = 1\n}\nlocals {}').map(({ line }) => line),
    ).toEqual([1, 3, 7])
  })

  it('may be nested as deep as it likes', () => {
    const deep = 50_000
    expect(() => read(`x "y" {\n a = ${'['.repeat(deep)}${']'.repeat(deep)}\n}`)).not.toThrow()
    expect(() => read(`x "y" {\n a = "${'${"'.repeat(deep)}`)).not.toThrow()
    expect(() => read(`${'x {\n'.repeat(deep)}`)).not.toThrow()
  })

  it('is never an error, and its lines are those of the file', () => {
    const pieces = [
      '"',
      '${',
      '%{',
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      '=',
      ',',
      '\n',
      '<<A\n',
      'A',
      '/*',
      '*/',
      '#',
      '\\',
      ' ',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (array) => {
        const text = array.join('')
        const lines = text.split('\n')
        for (const { kind, line } of read(text)) expect(lines[(line ?? 0) - 1]).toContain(kind)
      }),
      { numRuns: times(2_000) },
    )
  })
})
