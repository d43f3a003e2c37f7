import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version as libraryVersion } from 'cdktn/package.json'
import { builtCommand } from '../commands/running-command'
import { atNight } from '../lanes/extent'
import { Forge, type Listening } from '../pipelines/forge'
import { startGithub, token } from '../pipelines/github'
import { startAppliance, type TestAppliance } from './appliance'
import { CdktfProject, type Pipeline, succeed } from './cdktf-project'
import { describeWithEngineThatHas, type Run } from './workspace'

/** Milliseconds: a pipeline starts the engine for each of four stacks. */
jest.setTimeout(480_000)

/** The steps that run on a project whose packages are there, and which is synthesized. */
const stepsOf: Readonly<Record<Pipeline, readonly string[]>> = {
  plan: ['Plan and review', 'Comment'],
  apply: ['Apply'],
  drift: ['Check for drift', 'Open and close issues'],
}
/** Those of jobs that also run after a job that failed. */
const inAnyCase: readonly string[] = ['Comment', 'Open and close issues']

describeWithEngineThatHas('writeOnlyValues')('the example', () => {
  let project: CdktfProject

  beforeAll(async () => {
    project = await CdktfProject.open('cdktf')
    await succeed(project.run(project.pipelineStep('plan', 'Synthesize')))
    // What the repository contains, as its README says.
    await succeed(project.run('terraform -chdir=cdktf.out/stacks/headquarters init'))
    await succeed(project.run('cp cdktf.out/stacks/headquarters/.terraform.lock.hcl .'))
  })

  afterAll(() => project.close())

  it('passes its own tests', async () => {
    expect(await succeed(project.run('npm test'))).toContain('Tests:       7 passed, 7 total')
  })

  it('makes the files that its README and its scripts name', () => {
    const read = (name: string) => readFileSync(join(project.folder, name), 'utf8')
    const { scripts } = JSON.parse(read('package.json'))
    const [, main = ''] = /^tsc && node (\S+)$/.exec(scripts.synth) ?? []
    const folders = [...read('README.md').matchAll(/-chdir=(\S+)/g)].map(([, folder = '']) => folder)
    expect(folders).not.toEqual([])
    for (const path of [main, ...folders])
      expect([path, existsSync(join(project.folder, path))]).toEqual([path, true])
  })

  it('is explained with the file of the stack, and the list beside it', async () => {
    const command = [builtCommand, 'explain', 'cdn.supplier.example', 'phishing.example'].join(' ')
    const lines = (await succeed(project.run(`'${process.execPath}' ${command}`))).split('\n')
    const stack = 'cdktf.out/stacks/headquarters'
    expect(lines.map((line) => line.trim()).filter((line) => line.startsWith(stack))).toEqual([
      expect.stringMatching(/\/cdk\.tf\.json:\d+: supplier\.example, which includes cdn\.supplier\.example$/),
      expect.stringMatching(/\/assets\/\w+\/list\/malware\.txt:3: phishing\.example$/),
    ])
  })

  it('creates the stacks that its pipeline runs for', () => {
    const stacks = readdirSync(join(project.folder, 'cdktf.out/stacks'))
    expect(stacks).toEqual([...project.pipelineStacks()].sort())
  })

  atNight(describe)('with its pipelines', () => {
    let appliance: TestAppliance
    let forge: Forge
    let server: Listening

    beforeEach(async () => {
      // One appliance stands for all: the pipelines give all stacks the same environment.
      appliance = await startAppliance({ directory: { service: 'not-installed' } })
      forge = new Forge()
      server = await startGithub(forge)
    })

    afterEach(async () => {
      await server.close()
      await appliance.close()
    })

    it('has a comment for each stack, is applied, and has an issue as long as an appliance differs', async () => {
      await expectToEnd(0, 'plan')
      const stacks = project.pipelineStacks()
      const commentOf = (stack: string) =>
        forge.remarks.find(({ body }) =>
          body.startsWith(`<!-- appliance review: ${stack} -->\n## \`${stack}\`\n`),
        )
      for (const stack of stacks) expect(commentOf(stack)?.body).toMatch(/^\*\*.*created.*\*\*$/m)
      expect(forge.remarks).toHaveLength(stacks.length)

      for (const stack of stacks) await expectToEnd(0, 'apply', stack)
      expect(contentOf(appliance)).toEqual({
        ads: ['203.0.113.80', 'adserver.example', 'annunci.example', 'doubleclick.net'],
        games: ['cards.example', 'play.example'],
        malware: ['botnet.example', 'malware.example', 'phishing.example'],
        partners: ['supplier.example', 'xn--bcher-kva.example'],
        trackers: ['adserver.example', 'pixel.example'],
      })
      await expectToEnd(0, 'plan')
      expect(forge.remarks).toHaveLength(stacks.length)
      for (const stack of stacks) expect(commentOf(stack)?.body).toContain('**Nothing to do.')

      await succeed(project.run(project.pipelineStep('drift', 'Synthesize')))
      const ads = appliance.store.categoryNamed('ads')?.id ?? 0
      appliance.store.removeSites(ads, ['annunci.example'])
      await expectToEnd(0, 'drift')
      const [issue, ...others] = forge.issues
      expect(others).toEqual([])
      expect(issue).toMatchObject({ isOpen: true, labels: ['appliance-drift'] })
      expect(issue?.body).toMatch(/^<!-- appliance drift: branches-rome -->\n\*\*Drift: 1 site missing/)

      await expectToEnd(0, 'apply', 'branches-rome')
      await expectToEnd(0, 'drift')
      expect(forge.issues).toHaveLength(1)
      expect(issue).toMatchObject({ isOpen: false })
    })

    it('goes on after a stack whose plan fails, says so in its comment, and fails', async () => {
      writeFileSync(join(project.folder, 'cdktf.out/stacks/branches-oslo/more.tf'), 'resource {}\n')
      const { output } = await expectToEnd(1, 'plan')
      expect(output).toContain('branches-oslo')
      expect(forge.remarks.map(({ body }) => body.split('\n').slice(0, 4).join('\n'))).toEqual(
        project
          .pipelineStacks()
          .map((stack) =>
            stack === 'branches-oslo'
              ? expect.stringMatching(/`branches-oslo`\n\n\*\*The plan(?: failed| or its review failed)/)
              : expect.stringMatching(/created/),
          ),
      )
      await expectToEnd(1, 'drift')
      expect(forge.issues.map(({ body }) => body)).not.toContainEqual(
        expect.stringContaining('branches-oslo'),
      )
      rmSync(join(project.folder, 'cdktf.out/stacks/branches-oslo/more.tf'))
    })

    /** Runs the steps of a pipeline as they follow each other. */
    async function expectToEnd(code: number, pipeline: Pipeline, stack?: string): Promise<Run> {
      let last: Run = { exitCode: 0, output: '' }
      for (const step of stepsOf[pipeline]) {
        if (last.exitCode !== 0 && !inAnyCase.includes(step)) continue
        const { exitCode, output } = await project.run(project.pipelineStep(pipeline, step), {
          ...appliance.environment,
          GITHUB_API_URL: server.url,
          GITHUB_REPOSITORY: 'acme/appliance',
          GITHUB_STEP_SUMMARY: join(project.runnerFolder, 'summary.md'),
          GITHUB_TOKEN: token,
          PULL_REQUEST: '7',
          TF_VAR_first_password: 'given in the environment',
          ...(stack !== undefined && { STACK: stack }),
        })
        last = { exitCode: last.exitCode || exitCode, output: last.output + output }
      }
      project.cleanRunner()
      if (last.exitCode !== code) {
        throw new Error(`${pipeline} ended with exit code ${last.exitCode}, not ${code}:\n${last.output}`)
      }
      return last
    }
  })

  it('applies to the appliances that are up, and fails with the name of the one that is down', async () => {
    const names = ['berlin', 'oslo', 'rome'] as const
    const [berlin, oslo, rome] = await Promise.all([startAppliance(), startAppliance(), startAppliance()])
    await oslo.close()
    try {
      const runs = await Promise.all(
        [berlin, oslo, rome].map(({ environment }, index) =>
          applyStack(`branches-${names[index]}`, environment),
        ),
      )
      expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 1, 0])
      const games = ['cards.example', 'play.example']
      expect(contentOf(berlin)).toEqual({ ads: ['adserver.example', 'doubleclick.net'], games })
      expect(contentOf(rome)).toEqual({ ads: ['annunci.example', 'doubleclick.net'] })
      const said = runs[1]?.output
      expect(said).toContain(oslo.environment.APPLIANCE_CATEGORIES_URL)
      expect(said).toMatch(/^Error: .*\n\n +with appliance_category\.oslo_(ads|games)_/m)
    } finally {
      await Promise.all([berlin.close(), rome.close()])
    }
  })

  // Both flavors have one source, and the compiler checks it against both libraries. This shows that what is built for cdktn works.
  it('is the same configuration with cdktn, is applied, and then has nothing to do', async () => {
    const appliance = await startAppliance({ directory: { service: 'not-installed' } })
    const other = await CdktfProject.open('cdktn')
    try {
      await succeed(other.run('npm run synth'))
      for (const stack of project.pipelineStacks()) {
        expect(configurationIn(other, stack)).toEqual({
          ...configurationIn(project, stack),
          library: libraryVersion,
        })
      }
      const engine = 'terraform -chdir=cdktf.out/stacks/headquarters'
      const variables = { ...appliance.environment, TF_VAR_first_password: 'given in the environment' }
      await succeed(other.run(`${engine} init\n${engine} apply -auto-approve`, variables))
      expect(contentOf(appliance)).toEqual({
        ads: ['203.0.113.80', 'adserver.example', 'doubleclick.net'],
        malware: ['botnet.example', 'malware.example', 'phishing.example'],
        partners: ['supplier.example', 'xn--bcher-kva.example'],
        trackers: ['adserver.example', 'pixel.example'],
      })
      expect(appliance.directory.checkPassword('ann.lee', 'given in the environment')).toBe(true)
      await succeed(other.run(`${engine} plan -detailed-exitcode`, variables))
    } finally {
      other.close()
      await appliance.close()
    }
  })

  function applyStack(stack: string, environment: Readonly<Record<string, string>>): Promise<Run> {
    const [init, apply] = ['init', 'apply -auto-approve'].map(
      (words) => `terraform -chdir="$FOLDER" ${words}`,
    )
    return project.run(`${init}\n${apply}`, { ...environment, FOLDER: `cdktf.out/stacks/${stack}` })
  }
})

/** What a program has written for a stack, and the version of the library with which it did. */
function configurationIn({ folder }: CdktfProject, stack: string) {
  const { '//': about, ...declared } = JSON.parse(
    readFileSync(join(folder, 'cdktf.out/stacks', stack, 'cdk.tf.json'), 'utf8'),
  )
  const { version: library, ...metadata } = about.metadata
  return { library, declared, metadata }
}

/** The sites of each category on an appliance. */
function contentOf({ store }: TestAppliance): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(store.categories().map(({ id, name }) => [name, [...store.sites(id)].sort()]))
}
