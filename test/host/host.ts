import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type HowPlanned,
  type Plan,
  schemasOf,
  TerraformCore,
  type Value,
} from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'
import { type Module, type Offered, readModule } from './configuration'
import { EngineOnly } from './engine-only'
import { jsonLines, jsonOf, printedApply, printedPlan, printedTold, type Said, shown } from './printing'
import { readState, writeState } from './state-file'
import { builtin } from './terraform-data'

/** How a run has ended: with the exit code of Terraform, and what it would print. */
export interface Ended {
  readonly exitCode: number
  readonly output: string
}

const sources = {
  appliance: 'registry.terraform.io/webfilter/appliance',
  terraform: 'terraform.io/builtin/terraform',
}

/**
 * Terraform in this process, as far as the provider notices it: the commands by which a configuration is planned and applied. A folder has its
 * state as a file. What is not imitated throws {@link EngineOnly}.
 */
export class Host {
  readonly #folder: string
  readonly #environment: Readonly<Record<string, string>>
  readonly #keepsPlannedPrivate: boolean
  /** The plans that were saved, by the names of their files. */
  readonly #saved = new Map<string, MadePlan>()

  /**
   * @param environment that of the provider
   * @param keepsPlannedPrivate as the engine does: see `HowPlanned`
   */
  constructor(folder: string, environment: Readonly<Record<string, string>>, keepsPlannedPrivate: boolean) {
    this.#folder = folder
    this.#environment = environment
    this.#keepsPlannedPrivate = keepsPlannedPrivate
  }

  /** Runs a command of Terraform's by its words. */
  async run(...words: readonly string[]): Promise<Ended> {
    return await inTurn(() => within(this.#folder, this.#environment, () => this.#dispatch(words)))
  }

  async #dispatch([command = '', ...words]: readonly string[]): Promise<Ended> {
    const { options, names } = optionsOf(words)
    switch (command) {
      case 'validate':
        return await this.#validate(options)
      case 'plan':
        return await this.#plan(options)
      case 'apply':
        return await this.#apply(options, names)
      case 'destroy':
        return await this.#apply(new Map([...options, ['destroy', ['']]]), [])
      case 'import':
        return await this.#import(names)
      case 'taint':
      case 'untaint':
        return await this.#taint(names[0] ?? '', command === 'taint')
      case 'state':
        return await this.#state(names)
      default:
        throw new EngineOnly(`the command ${command}`)
    }
  }

  async #validate(options: Options): Promise<Ended> {
    only(options, ['json'])
    const said = await this.#checked(await this.#module(), new TerraformCore())
    const isValid = said.every(({ errors }) => errors.length === 0)
    if (options.has('json')) return { exitCode: isValid ? 0 : 1, output: jsonOf(said) }
    const success = isValid ? '\nSuccess! The configuration is valid.\n' : ''
    return { exitCode: isValid ? 0 : 1, output: `${printedTold(said)}${success}` }
  }

  /** What is said of a configuration before it is planned. */
  async #checked(module: Module, core: TerraformCore): Promise<readonly Said[]> {
    if (module.errors.length > 0)
      return module.errors.map(({ address, text }) => ({ address, errors: [text], warnings: [] }))
    return [...(await core.validate(module))].map(([address, told]) => ({ address, ...told }))
  }

  async #plan(options: Options): Promise<Ended> {
    only(options, [...planOptions, 'detailed-exitcode', 'out', 'json'])
    const made = await this.#made(options)
    const output = options.has('json') ? jsonLines(made.said) : `${made.printed}\n${printedTold(made.said)}`
    if (!isApplicable(made)) return { exitCode: 1, output }
    const [name] = options.get('out') ?? []
    if (name !== undefined) {
      await writeFile(resolve(this.#folder, name), 'A plan of the host, which keeps it in memory.\n')
      this.#saved.set(name, made)
    }
    return { exitCode: options.has('detailed-exitcode') && made.isChanging ? 2 : 0, output }
  }

  /** Makes a plan, unless the configuration is refused before. */
  async #made(options: Options): Promise<MadePlan> {
    const [module, core] = [await this.#module(), await this.#core()]
    const checked = await this.#checked(module, core)
    if (checked.some(({ errors }) => errors.length > 0))
      return { core, module, options, printed: '', said: checked, isChanging: false }
    const how = { ...howPlanned(options), keepsPlannedPrivate: this.#keepsPlannedPrivate }
    const plan = await core.plan(module, how, module.moves)
    const { changes, moved } = plan
    const isChanging =
      moved.size > 0 ||
      changes.some(({ action, isImported }) => (action !== 'no-op' && action !== 'read') || isImported) ||
      (await this.#outputsChange(module, plan))
    const said = [
      ...saidOf(module, plan),
      ...(how.targets ? [warning('Resource targeting is in effect')] : []),
      ...(changes.some(({ action }) => action === 'forget')
        ? [warning('Some objects will no longer be managed by Terraform')]
        : []),
    ]
    const printed = printedPlan(plan, how.mode === 'refresh-only')
    return { core, module, options, plan, printed, said, isChanging }
  }

  /** Whether an output gets another value, which is a change too. */
  async #outputsChange({ outputs }: Module, { found }: Plan): Promise<boolean> {
    const before = await readOutputs(this.#statePath)
    return [...outputs].some(([name, { evaluate }]) => shown(evaluate(found)) !== shown(before[name] ?? null))
  }

  async #apply(options: Options, [saved]: readonly string[]): Promise<Ended> {
    only(options, [...planOptions, 'auto-approve'])
    if (saved === undefined && !options.has('auto-approve')) throw new EngineOnly('a question')
    const known = saved === undefined ? undefined : this.#saved.get(saved)
    if (saved !== undefined && !known) throw new EngineOnly(`the plan ${saved}, which it has not made`)
    const made = known ?? (await this.#made(options))
    // A saved plan was shown when it was made.
    const [printed, said] = known ? ['', []] : [made.printed, made.said]
    if (!isApplicable(made)) return { exitCode: 1, output: `${printed}\n${printedTold(said)}` }
    const { core, module, plan } = made
    const isDestroy = made.options.has('destroy')
    try {
      const applied = await plan.apply()
      const isDone = applied.errors.length === 0
      const imported = plan.changes.filter(({ isImported }) => isImported).length
      const incomplete = made.options.has('target') ? [warning('Applied changes may be incomplete')] : []
      const told = printedTold([...said, ...saidOf(module, applied), ...incomplete])
      const end = isDone ? printedApply(applied, imported, isDestroy) : ''
      return { exitCode: isDone ? 0 : 1, output: [printed, told, end].join('\n') }
    } finally {
      await this.#write(core, isDestroy ? new Map() : module.outputs)
    }
  }

  async #import([address = '', id = '']: readonly string[]): Promise<Ended> {
    const module = await this.#module()
    const core = await this.#core()
    const told = await core.import(module, address, id)
    if (told.errors.length > 0) return { exitCode: 1, output: printedTold([{ address, ...told }]) }
    await this.#write(core)
    return { exitCode: 0, output: `${printedTold([{ address, ...told }])}\nImport successful!\n` }
  }

  async #taint(address: string, isTainted: boolean): Promise<Ended> {
    const core = await this.#core()
    if (!core.taint(address, isTainted))
      return { exitCode: 1, output: `Error: No such resource instance\n\n${address}\n` }
    await this.#write(core)
    return {
      exitCode: 0,
      output: `Resource instance ${address} has been marked as ${isTainted ? '' : 'not '}tainted.\n`,
    }
  }

  async #state([command, ...addresses]: readonly string[]): Promise<Ended> {
    const core = await this.#core()
    if (command === 'list')
      return { exitCode: 0, output: [...core.state.keys()].map((each) => `${each}\n`).join('') }
    if (command === 'pull') return { exitCode: 0, output: await readText(this.#statePath) }
    if (command === 'push') {
      await copyFile(resolve(this.#folder, addresses[0] ?? ''), this.#statePath)
      return { exitCode: 0, output: '' }
    }
    if (command !== 'rm') throw new EngineOnly(`the command state ${command}`)
    for (const address of addresses)
      if (!core.forget(address))
        return { exitCode: 1, output: `Error: Invalid target address\n\n${address}\n` }
    await this.#write(core)
    return { exitCode: 0, output: `Successfully removed ${addresses.length} resource instance(s).\n` }
  }

  async #module(): Promise<Module> {
    const offered = new Map(
      await Promise.all(
        (
          [
            ['appliance', provider],
            ['terraform', builtin],
          ] as const
        ).map(
          async ([prefix, definition]): Promise<[string, Offered]> => [
            prefix,
            { definition, source: sources[prefix], schemas: await schemasOf(definition) },
          ],
        ),
      ),
    )
    const variables = Object.entries(this.#environment).flatMap(([name, value]) =>
      name.startsWith('TF_VAR_') ? [[name.slice('TF_VAR_'.length), value]] : [],
    )
    return await readModule({ folder: this.#folder, offered, variables: Object.fromEntries(variables) })
  }

  async #core(): Promise<TerraformCore> {
    return new TerraformCore(await readState(this.#statePath, sources))
  }

  /** Writes the state. @param outputs if they may have changed */
  async #write(core: TerraformCore, outputs?: Module['outputs']): Promise<void> {
    const values = new Map([...core.state].map(([address, { json }]) => [address, JSON.parse(json)]))
    const evaluated = outputs
      ? Object.fromEntries(
          [...outputs].map(([name, { evaluate }]) => [name, evaluate((each) => values.get(each))]),
        )
      : await readOutputs(this.#statePath)
    await writeState(this.#statePath, core.state, evaluated, sources)
  }

  get #statePath(): string {
    return join(this.#folder, 'terraform.tfstate')
  }
}

/** A plan with what it was made of. */
interface MadePlan {
  readonly core: TerraformCore
  readonly module: Module
  readonly options: Options
  /** Undefined where the configuration was refused before. */
  readonly plan?: Plan
  readonly printed: string
  readonly said: readonly Said[]
  readonly isChanging: boolean
}

function isApplicable(made: MadePlan): made is MadePlan & { readonly plan: Plan } {
  return made.plan !== undefined && made.plan.errors.length === 0
}

/** What was said of a plan or an apply. */
function saidOf({ blocks }: Module, { aside, changes }: Pick<Plan, 'aside' | 'changes'>): readonly Said[] {
  return [
    aside,
    ...changes.map((change) => ({ ...change, isDeclared: blocks.has(change.address.replace(/\[.*/s, '')) })),
  ]
}

/** A warning of Terraform's own. */
function warning(summary: string): Said {
  return { errors: [], warnings: [`${summary}\n`] }
}

type Options = ReadonlyMap<string, readonly string[]>

/** Options that say how to plan. */
const planOptions = ['destroy', 'refresh', 'refresh-only', 'replace', 'target', 'parallelism']
/** Options that change nothing of what is imitated. */
const passedOver = ['no-color', 'input', 'lock', 'compact-warnings']

function optionsOf(words: readonly string[]): {
  readonly options: Options
  readonly names: readonly string[]
} {
  const options = new Map<string, readonly string[]>()
  for (const word of words.filter((each) => each.startsWith('-'))) {
    const [, name = '', value = ''] = /^--?([\w-]+)(?:=(.*))?$/s.exec(word) ?? []
    options.set(name, [...(options.get(name) ?? []), value])
  }
  return { options, names: words.filter((each) => !each.startsWith('-')) }
}

function only(options: Options, known: readonly string[]): void {
  const stray = [...options.keys()].find((name) => !known.includes(name) && !passedOver.includes(name))
  if (stray !== undefined) throw new EngineOnly(`the option -${stray}`)
}

function howPlanned(options: Options): HowPlanned {
  const targets = options.get('target')
  return {
    mode: options.has('destroy') ? 'destroy' : options.has('refresh-only') ? 'refresh-only' : 'normal',
    refresh: options.get('refresh')?.[0] !== 'false',
    replaced: options.get('replace') ?? [],
    ...(targets && { targets }),
    ...(options.has('parallelism') && { parallelism: Number(options.get('parallelism')?.[0]) }),
  }
}

async function readText(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch(() => '')
}

async function readOutputs(path: string): Promise<Readonly<Record<string, Value>>> {
  const text = await readText(path)
  const { outputs = {} } =
    text === '' ? {} : (JSON.parse(text) as { outputs?: Record<string, { value: Value }> })
  return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]))
}

let turn: Promise<unknown> = Promise.resolve()

/** Runs begin one after the other: they share the folder and the environment of this process. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = turn.then(work, work)
  turn = next.catch(() => {})
  return next
}

/** The provider finds its settings in the environment of its process, and files in the folder in which that runs. */
async function within<T>(
  folder: string,
  environment: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const [folderBefore, environmentBefore] = [process.cwd(), { ...process.env }]
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  process.chdir(folder)
  try {
    return await work()
  } finally {
    process.chdir(folderBefore)
    for (const name of Object.keys(process.env)) if (!(name in environmentBefore)) delete process.env[name]
    Object.assign(process.env, environmentBefore)
  }
}
