import { gzipSync } from 'node:zlib'
import { bomb, tarOf } from '../sites/files/archives'
import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

let trial: Trial

beforeEach(async () => {
  trial = await Trial.open()
})

afterEach(() => trial.close())

const fromFile = (path: string) => category('ads', `sites_file = "${path}"`)
const text = 'a.example\nb.example\n'

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
    expect(long).toContain('[appliance:sites-file-too-long]')
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
