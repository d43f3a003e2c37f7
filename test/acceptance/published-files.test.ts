import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bomb, tarOf } from '../../packages/site-lists/test/files/archives'
import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

let trial: Trial

beforeEach(async () => {
  trial = await Trial.attached()
})

afterEach(() => trial.close())

const fromFile = (path: string) => category('ads', `sites_file = "${path}"`)
const text = 'a.example\nb.example\n'

describeWithEngine('a list in several files, one of them compressed,', () => {
  const fromFiles = 'sites_files = fileset(path.module, "adult/domains.*")'
  const write = async (...contents: readonly (string | Uint8Array)[]) => {
    const folder = join(trial.workspace.folder, 'adult')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    for (const [index, content] of contents.entries())
      await writeFile(join(folder, `domains.${index}`), content)
  }

  it('is applied as the union of its files, changed, and leaves nothing to do', async () => {
    const { workspace } = trial
    await write('a.example\nboth.example\n', gzipSync('0.0.0.0 both.example\nb.example\n'), '||c.example^\n')
    const { said } = await trial.applied(category('ads', fromFiles))
    expect(said).toContain('[appliance:sites-file-counted]')
    expect(said).toContain('5 lines - 1 duplicate = 4 sites')
    expect(trial.active('ads')).toEqual(['a.example', 'b.example', 'both.example', 'c.example'])
    expect(await workspace.state('appliance_category.ads')).toMatchObject({
      file_sites: { count: 4 },
      sites_file: null,
    })
    await trial.nothingToDo()
    // Its exit code is 2 also if it finds nothing.
    expect((await workspace.plan('-refresh-only', '-no-color')).output).toContain('No changes.')
    await workspace.apply('-refresh-only')
    await trial.nothingToDo()

    await write('a.example\n', 'both.example\nb.example\n', '# moved\n', 'c.example\n')
    expect(await trial.refused(category('ads', fromFiles))).toContain(
      'The file "adult/domains.2" contains no usable site.',
    )
    await write('a.example\n', 'both.example\nb.example\n', 'c.example\n')
    await trial.nothingToDo(category('ads', fromFiles))

    await write('a.example\n', gzipSync('b.example\nwww.d.example'), '# Fine\nc.example\nd.example\n')
    const { writes, said: change } = await trial.applied(category('ads', fromFiles))
    expect(change).toContain('6 lines - 1 without an entry - 1 merged with "www." = 4 sites')
    expect(writes).toContain('GET /categories/delete/250/both.example')
    expect(trial.active('ads')).toEqual(['a.example', 'b.example', 'c.example', 'd.example'])
    await trial.nothingToDo()

    await workspace.writeFile('all.txt', 'a.example\nb.example\nc.example\nd.example\n')
    expect((await trial.applied(fromFile('all.txt'))).writes).toEqual([])
    await trial.nothingToDo()
    expect((await trial.applied(category('ads', fromFiles))).writes).toEqual([])
    await trial.nothingToDo()
  })

  it('is refused with the file that is missing or not whole, and without any', async () => {
    await write('a.example\n', gzipSync('b.example\n'.repeat(100)).subarray(0, -5))
    const truncated = await trial.refused(category('ads', fromFiles))
    expect(truncated).toContain('The file "adult/domains.1" is compressed, but ends too early.')
    const missing = await trial.refused(category('ads', 'sites_files = ["adult/domains.0", "adult/missing"]'))
    expect(missing).toMatch(/The file "adult\/missing" in \S+ does not exist\./)
    const none = await trial.refused(category('ads', 'sites_files = fileset(path.module, "none/*")'))
    expect(none).toContain('[appliance:sites-file-empty]')
    const { workspace } = trial
    expect(await workspace.invalid(category('ads', 'sites_files = ["a"]', 'sites_file = "a"'))).toContain(
      '[appliance:one-required]',
    )
  })
})

describeWithEngine('a compressed list', () => {
  it('is applied, changed and kept, like the text in it', async () => {
    const { workspace } = trial
    await workspace.writeFile('ads.gz', Buffer.concat([gzipSync('a.example\n'), gzipSync('b.example\n')]))
    await trial.applied(fromFile('ads.gz'))
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
    await trial.nothingToDo()
    await workspace.apply('-refresh-only')
    await trial.nothingToDo()

    await workspace.writeFile('ads.txt', text)
    await trial.nothingToDo(fromFile('ads.txt'))
    await workspace.writeFile('ads.gz', gzipSync('b.example\nc.example\n'))
    await trial.applied(fromFile('ads.gz'))
    expect(trial.active('ads')).toEqual(['b.example', 'c.example'])
    await trial.nothingToDo()
  })

  it('is refused where it is not whole, or unpacks to 2 GiB, and nothing is sent', async () => {
    const { workspace } = trial
    await workspace.writeFile('ads.gz', gzipSync(text))
    await trial.applied(fromFile('ads.gz'))
    await workspace.writeFile('ads.gz', gzipSync(text.repeat(100)).subarray(0, -5))
    const truncated = await trial.refused(fromFile('ads.gz'))
    expect(truncated).toContain('The file "ads.gz" is compressed, but ends too early.')
    expect(truncated).toContain('[appliance:sites-file-no-list]')
    await workspace.writeFile('ads.gz', bomb(2 ** 31))
    const long = await trial.refused(fromFile('ads.gz'))
    expect(long).toMatch(/The file "ads.gz" unpacks to more than \d+ MiB\./)
    expect(long).toContain('[appliance:sites-file-no-list]')
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
  })

  it('in an archive is read by its name', async () => {
    const { workspace } = trial
    const archive = (content: string) =>
      gzipSync(
        tarOf({ name: 'adult/', type: '5' }, { name: 'adult/domains', content }, { name: 'adult/urls' }),
      )
    await workspace.writeFile('adult.tar.gz', archive(text))
    const unnamed = await trial.refused(fromFile('adult.tar.gz'))
    expect(unnamed).toContain('The file "adult.tar.gz" is a tar archive.')
    expect(unnamed).toContain('"//adult/domains", "//adult/urls"')
    await trial.applied(fromFile('adult.tar.gz//adult/domains'))
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
    await trial.nothingToDo()
    await workspace.writeFile('adult.tar.gz', archive('b.example\n'))
    await trial.applied(fromFile('adult.tar.gz//adult/domains'))
    expect(trial.active('ads')).toEqual(['b.example'])
    await trial.nothingToDo()
  })
})
