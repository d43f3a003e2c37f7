import { linksOutOf, picturesIn, problemsOfFrontMatter } from '../../scripts/house/registry'

it.each([
  ['![A plan.](../images/plan.svg)', ['shows the picture ../images/plan.svg']],
  ['Text ![](plan.png "Plan") text', ['shows the picture plan.png']],
  ['![A\nplan.](/docs/images/plan.svg)', ['shows the picture /docs/images/plan.svg']],
  ['<p><img width="9" src="../images/plan.svg"></p>', ['shows the picture ../images/plan.svg']],
  ['![A plan.](https://example.org/plan.svg)', []],
  ['[a plan](plan.md), `!` [more](more.md)', []],
])('a picture that the registry does not find is found: %j', (content, problems) => {
  expect(picturesIn('guides/a.md', content)).toEqual(problems)
})

it.each([
  ['guides/a.md', 'See [the constructs](../../API.md).', ['links ../../API.md']],
  [
    'guides/a.md',
    '[example](../../examples/cdktf/README.md#start)',
    ['links ../../examples/cdktf/README.md'],
  ],
  ['guides/a.md', '[schema](../review.schema.json)', ['links ../review.schema.json']],
  ['guides/a.md', '[fact](../appliance/sites.md)', ['links ../appliance/sites.md']],
  ['guides/a.md', '[root](/docs/guides/b.md)', ['links /docs/guides/b.md']],
  ['guides/a.md', '[folder](../resources)', ['links ../resources']],
  ['guides/a.md', '[without extension](b)', ['links b']],
  ['index.md', 'See [the readme][1].\n\n[1]: ../README.md', ['links ../README.md']],
  ['guides/a.md', '<a href="../decisions/0001.md">why</a>', ['links ../decisions/0001.md']],
  ['guides/a.md', '[b](b.md#c) [index](../index.md#d) [here](#e) [set](../resources/category.md)', []],
  ['index.md', '[b](guides/b.md) [site](https://example.org/a.md) <a id="x"></a>', []],
])('a link that leads out of the registry is found: %s %j', (page, content, problems) => {
  expect(linksOutOf(page, content)).toEqual(problems)
})

const noGroup = 'must have a subcategory, the group in which a registry lists it'

it.each([
  ['index.md', '---\npage_title: "a"\nsubcategory: ""\n---\n', ['must not have subcategory']],
  ['index.md', '---\npage_title: "a"\n---\n', []],
  ['resources/a.md', '---\nsubcategory: "A"\n---\n', []],
  [
    'resources/a.md',
    '---\nlayout: "a"\nsidebar_current: "b"\n---\n',
    ['must not have layout', 'must not have sidebar_current'],
  ],
  ['guides/a.md', '---\nsubcategory: "A"\n---\n', ['must have page_title']],
  ['guides/a.md', '---\npage_title: "a"\nsubcategory: "A"\n---\n', []],
  ['guides/a.md', '---\npage_title: "a"\nsubcategory: ""\n---\n', [noGroup]],
  ['guides/a.md', '---\npage_title: "a"\n---\n', [noGroup]],
  ['guides/a.md', '# A\n', ['has no front matter']],
  ['guides/a.md', '---\npage_title: 1\nsubcategory: "A"\n---\n', ['page_title must be a text']],
])('the front matter of %s is read as the registry does: %j', (page, content, problems) => {
  expect(problemsOfFrontMatter(page, content)).toEqual(problems)
})
