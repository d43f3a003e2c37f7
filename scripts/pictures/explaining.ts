import { type Diagram, diagram } from './diagrams'

/** The four places of a row, with room for an arrow between them. */
const columns = [20, 239, 458, 677] as const
const [wide, high] = [163, 84]
/** From one box of a row to the next. */
const acrossFrom = (x: number, y: number) => ({ path: `M${x + wide} ${y + high / 2}H${x + 219 - 4}` })
/** From the end of a row to the beginning of the next, beside the heading of that row. */
const downFrom = (y: number, next: number) => ({
  path: `M${columns[3] + wide / 2} ${y + high}V${y + high + 16}H${columns[0] + wide - 20}V${next - 4}`,
})

const howItWorks: Diagram = {
  title: 'How the provider works',
  description:
    'Terraform and the provider take the configuration. A plan reads from the appliance what you declare, and an apply sends the differences. ' +
    'Everything that you do not declare stays as it is. Terraform keeps the declared values in its state.',
  width: 860,
  height: 330,
  boxes: [
    {
      at: [20, 60, 170, 110],
      head: ['Configuration'],
      lines: ['files and lists of sites', 'in version control'],
    },
    {
      at: [250, 60, 190, 110],
      head: ['Terraform', 'and the provider'],
      lines: ['on your machine', 'or in a pipeline'],
    },
    { at: [250, 230, 190, 70], head: ['State'], lines: ['the declared values'] },
    { at: [630, 20, 210, 290] },
    {
      at: [648, 60, 174, 110],
      kind: 'appliance',
      head: ['Declared'],
      lines: ['categories and sites,', 'members, groups, …'],
    },
    { at: [648, 190, 174, 102], kind: 'others', head: ['Not declared'], lines: ['stays as it is'] },
  ],
  arrows: [
    { path: 'M190 115H246' },
    { path: 'M648 92H444' },
    { path: 'M440 142H644' },
    { path: 'M345 174V226', isBoth: true },
  ],
  texts: [
    { at: [735, 46], text: 'Appliance', style: 'head' },
    { at: [536, 82], text: 'plan', style: 'head' },
    { at: [536, 109], text: 'reads what you declare' },
    { at: [536, 132], text: 'apply', style: 'head' },
    { at: [536, 159], text: 'sends the differences' },
  ],
}

const pipeline: Diagram = {
  title: 'From a pull request to the nightly drift check',
  description:
    'A pull request is planned and reviewed before it is merged. The merged commit is planned again, its plan is approved, and exactly this plan ' +
    'is applied to the appliance. Every night, a drift check reads the appliance and keeps an issue open as long as something differs.',
  width: 860,
  height: 428,
  boxes: [
    {
      at: [columns[0], 44, wide, high],
      head: ['Pull request'],
      lines: ['changes a category,', 'a list, a member'],
    },
    { at: [columns[1], 44, wide, high], head: ['Plan'], lines: ['reads the appliance,', 'changes nothing'] },
    { at: [columns[2], 44, wide, high], head: ['Review'], lines: ['a comment in terms', 'of the appliance'] },
    {
      at: [columns[3], 44, wide, high],
      head: ['Merge'],
      lines: ['after people have', 'read the review'],
    },
    { at: [columns[0], 184, wide, high], head: ['Plan'], lines: ['of the merged commit'] },
    { at: [columns[1], 184, wide, high], head: ['Approval'], lines: ['of this plan,', 'by its review'] },
    { at: [columns[2], 184, wide, high], head: ['Apply'], lines: ['of exactly this plan'] },
    {
      at: [columns[3], 184, wide, high],
      kind: 'appliance',
      head: ['Appliance'],
      lines: ['others change it too,', 'in its console'],
    },
    {
      at: [columns[0], 324, wide, high],
      head: ['Drift check'],
      lines: ['reads the appliance,', 'changes nothing'],
    },
    { at: [columns[1], 324, wide, high], head: ['Issue'], lines: ['names what differs'] },
    {
      at: [columns[2], 324, wide * 2 + 56, high],
      head: ['Decision'],
      lines: ['apply again, or adopt the change', 'with another pull request'],
    },
  ],
  arrows: [
    ...columns.slice(0, 3).flatMap((x) => [acrossFrom(x, 44), acrossFrom(x, 184)]),
    downFrom(44, 184),
    downFrom(184, 324),
    acrossFrom(columns[0], 324),
    acrossFrom(columns[1], 324),
  ],
  texts: [
    { at: [20, 28], text: 'Before the merge', style: 'note', anchor: 'start' },
    { at: [20, 171], text: 'After the merge', style: 'note', anchor: 'start' },
    { at: [20, 311], text: 'Every night', style: 'note', anchor: 'start' },
  ],
}

const publishedList: Diagram = {
  title: 'The way of a published list to a compiled category',
  description:
    'appliance lint puts a published list that was downloaded in the place of its file only if it is a list and not much smaller. The plan reads the file, skips ' +
    'lines that are not sites, and rejects the removal of too many sites. The apply stores the differences in the category, and a compile makes ' +
    'them active. Filtering rules, which the provider does not manage, decide what happens to the sites.',
  width: 860,
  height: 288,
  boxes: [
    {
      at: [columns[0], 44, wide, high],
      kind: 'others',
      head: ['Published list'],
      lines: ['hosts, domains,', 'browser rules, …'],
    },
    {
      at: [columns[1], 44, wide, high],
      head: ['appliance lint'],
      lines: ['rejects a download', 'that is not the list'],
    },
    {
      at: [columns[2], 44, wide, high],
      head: ['File'],
      lines: ['in version control,', 'sites_file names it'],
    },
    {
      at: [columns[3], 44, wide, high],
      head: ['Plan'],
      lines: ['skips other lines,', 'limits the removals'],
    },
    {
      at: [columns[0], 184, wide, high],
      head: ['Apply'],
      lines: ['adds and removes', 'the different sites'],
    },
    {
      at: [columns[1], 184, wide, high],
      kind: 'appliance',
      head: ['Category'],
      lines: ['stores the sites,', 'not yet active'],
    },
    {
      at: [columns[2], 184, wide, high],
      kind: 'appliance',
      head: ['Compile'],
      lines: ['makes the change', 'active'],
    },
    {
      at: [columns[3], 184, wide, high],
      kind: 'others',
      head: ['Filtering rules'],
      lines: ['block or allow', 'the sites'],
    },
  ],
  arrows: [...columns.slice(0, 3).flatMap((x) => [acrossFrom(x, 44), acrossFrom(x, 184)]), downFrom(44, 184)],
  texts: [
    { at: [20, 28], text: 'In the repository', style: 'note', anchor: 'start' },
    { at: [20, 171], text: 'With an apply', style: 'note', anchor: 'start' },
  ],
}

/** A site of the category, what happens to it, and the sides from which lists declare it. */
const sites = [
  ['ads.example', 'stays while its list declares it'],
  ['banners.example', 'stays until both lists have lost it'],
  ['pixel.example', 'stays while its list declares it'],
  ['shop.example', 'stays: no list has ever declared it'],
] as const
const siteAt = (index: number) => 64 + index * 60

const owners: Diagram = {
  title: 'Lists that share a category',
  description:
    'A category has its own list and a second list. A site that one list declares stays while that list declares it. A site that both declare ' +
    'stays until both have lost it. A site that others added in the console is not touched.',
  width: 860,
  height: 320,
  boxes: [
    { at: [20, 60, 210, 84], head: ['appliance_category'], lines: ['its own list:', 'ads, banners'] },
    { at: [20, 164, 210, 64], head: ['appliance_category_sites'], lines: ['banners, pixel'] },
    { at: [20, 244, 210, 44], kind: 'others', head: ['Console'] },
    { at: [330, 20, 220, 282], kind: 'appliance' },
    ...sites.map(([name], index) => ({
      at: [346, siteAt(index), 188, 40] as const,
      ...(index === 3 && { kind: 'others' as const }),
      lines: [name],
    })),
  ],
  arrows: [
    { path: `M230 84H342` },
    { path: `M230 122L342 ${siteAt(1) + 14}` },
    { path: `M230 184L342 ${siteAt(1) + 28}` },
    { path: `M230 206H342` },
    { path: `M230 264H342` },
  ],
  texts: [
    { at: [440, 46], text: 'Category', style: 'head' },
    ...sites.map(([, fate], index) => ({
      at: [570, siteAt(index) + 25] as const,
      text: fate,
      anchor: 'start' as const,
    })),
  ],
}

/** The pictures that explain, by the name of their file. They need no engine. */
export const explainingPictures: ReadonlyMap<string, string> = new Map([
  ['how-it-works.svg', diagram(howItWorks)],
  ['pipeline.svg', diagram(pipeline)],
  ['published-list.svg', diagram(publishedList)],
  ['lists-of-a-category.svg', diagram(owners)],
])
