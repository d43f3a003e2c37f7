/**
 * The phases in which the service stays until somebody changes it. One that is switched off answers as one that is not installed,
 * and its entries stay on the disk (docs/appliance, "Status of the directory service").
 */
export type SettledPhase = 'not-installed' | 'switched-off' | 'running' | 'stopped'

/** What is done in the background, its daemon down meanwhile. */
export type ServiceTask = 'install' | 'uninstall' | 'restart' | 'import'

/** What the service is, or what is being done with it. */
export type ServicePhase = SettledPhase | 'installing' | 'uninstalling' | 'restarting' | 'importing'

/**
 * How long the tasks take, in milliseconds. Routes answer at once, and their work begins later (docs/appliance, "Work in the background"):
 * until `restartDelay` is over, a service that is to be restarted says that it runs, as it still does.
 */
export type TaskDurations = Readonly<Record<ServiceTask | 'restartDelay', number>>

interface TaskPhases {
  readonly during: ServicePhase
  readonly after: SettledPhase
  /** The phases in which the task can be begun. */
  readonly from: readonly ServicePhase[]
  /** The phases in which there is nothing to do. */
  readonly needless: readonly ServicePhase[]
}

const taskPhases: Readonly<Record<ServiceTask, TaskPhases>> = {
  install: {
    during: 'installing',
    after: 'running',
    from: ['not-installed', 'switched-off'],
    needless: ['installing', 'running', 'stopped'],
  },
  uninstall: {
    during: 'uninstalling',
    after: 'not-installed',
    from: ['running', 'stopped', 'switched-off'],
    needless: ['uninstalling', 'not-installed'],
  },
  restart: {
    during: 'restarting',
    after: 'running',
    from: ['running', 'stopped'],
    needless: ['restarting'],
  },
  import: { during: 'importing', after: 'running', from: ['running'], needless: [] },
}

const uninstalledPhases: readonly ServicePhase[] = ['not-installed', 'switched-off', 'installing']

/** The life of the directory daemon. */
export class DirectoryService {
  readonly #tasks: BackgroundTasks
  readonly #durations: TaskDurations
  readonly #settle: (phase: SettledPhase) => void
  #phase: ServicePhase
  /** The task under way. */
  #run: symbol | undefined
  /** The task that has been asked for, while its work has not begun. */
  #due: ServiceTask | undefined
  #since = Date.now()

  /** @param settle called with each phase that lasts; it records the phase and applies it */
  constructor(
    phase: SettledPhase,
    tasks: BackgroundTasks,
    durations: TaskDurations,
    settle: (phase: SettledPhase) => void,
  ) {
    this.#phase = phase
    this.#tasks = tasks
    this.#durations = durations
    this.#settle = settle
  }

  get phase(): ServicePhase {
    return this.#phase
  }

  get installed(): boolean {
    return !uninstalledPhases.includes(this.#phase)
  }

  get running(): boolean {
    return this.#phase === 'running'
  }

  /** Seconds since the daemon was started; 0 if it is down. */
  get uptime(): number {
    return this.running ? Math.floor((Date.now() - this.#since) / 1000) : 0
  }

  /** Throws the appliance's error text where the daemon cannot answer. */
  requireRunning(): void {
    if (!this.installed) throw new Error('NOT_INSTALLED')
    if (!this.running) throw new Error('SOCKET_NOT_FOUND')
  }

  /**
   * Begins a task, which goes on in the background and does `work` at its end. Where there is nothing to do, nothing is done.
   * Throws `NOT_INSTALLED`, `SOCKET_NOT_FOUND` or `TASK_RUNNING` if it cannot be begun.
   */
  begin(task: ServiceTask, work: () => void = () => {}): void {
    const { during, from, needless } = taskPhases[task]
    if (needless.includes(this.#phase) || this.#due === task) return
    if (this.#due !== undefined) throw new Error('TASK_RUNNING')
    if (!from.includes(this.#phase)) throw new Error(this.#refusal())
    const run = Symbol(task)
    const isCurrent = () => this.#run === run
    const go = () => {
      this.#due = undefined
      this.#phase = during
      this.#tasks.start(this.#durations[task], () => {
        if (!isCurrent()) return
        work()
        this.#settle(taskPhases[task].after)
      })
    }
    this.#run = run
    const delay = task === 'restart' ? this.#durations.restartDelay : 0
    if (delay === 0) {
      go()
      return
    }
    this.#due = task
    this.#tasks.start(delay, () => {
      if (isCurrent()) go()
    })
  }

  /** Puts the service into a phase by hand, as an administrator or a crash would; a task under way comes to nothing. */
  become(phase: SettledPhase): void {
    this.#settle(phase)
  }

  /** Takes a phase without recording it: for those that come from a record. */
  apply(phase: SettledPhase): void {
    this.#phase = phase
    this.#run = undefined
    this.#due = undefined
    this.#since = Date.now()
  }

  #refusal(): string {
    if (!this.installed && this.#phase !== 'installing') return 'NOT_INSTALLED'
    return this.#phase === 'stopped' ? 'SOCKET_NOT_FOUND' : 'TASK_RUNNING'
  }
}

/**
 * How the status is written: INI text (docs/appliance, "Status of the directory service"), the same without the key `running`, which may be
 * missing, or a bare word.
 */
export type StatusForm = 'ini' | 'without-running' | 'word'

const daemonVersion = '2.6.8'

/**
 * The service's state. In the section of a sibling `service_disabled` carries the enable switch, so 0 is off, and `installed`
 * says that the binary is on disk, also while the feature is off (docs/appliance, "Status of the directory service"): here it always is.
 */
export function serviceStatus(service: DirectoryService, form: StatusForm): string {
  const { installed, running, uptime } = service
  if (form === 'word') return installed ? (running ? 'running' : 'stopped') : 'not installed'
  const lines = [
    '[APP_OPENLDAP]',
    'service_name=APP_OPENLDAP',
    // Another figure in each answer, as processes grow and shrink.
    ...(running ? [`master_memory=${12_000 + Math.floor(performance.now() % 4_000)}`] : []),
    'installed=1',
    ...(form === 'ini' ? [`running=${running ? 1 : 0}`] : []),
    `service_disabled=${installed ? 1 : 0}`,
    `master_version=${daemonVersion}`,
    ...(running ? [`uptime=${uptimeText(uptime)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function uptimeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds}s` : `${minutes}mn ${seconds % 60}s`
}

/** Work that goes on after its request was answered. */
export class BackgroundTasks {
  readonly #timers = new Set<NodeJS.Timeout>()
  #whenSettled: (() => void)[] = []

  /** Does the work after so many milliseconds, unless all is closed by then. */
  start(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      try {
        work()
      } finally {
        this.#resolveIfSettled()
      }
    }, milliseconds)
    this.#timers.add(timer)
  }

  /** Resolves once nothing is under way, or all is closed. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenSettled.push(resolve)
      this.#resolveIfSettled()
    })
  }

  /** Abandons what is under way. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#resolveIfSettled()
  }

  #resolveIfSettled(): void {
    if (this.#timers.size > 0) return
    const waiting = this.#whenSettled
    this.#whenSettled = []
    for (const resolve of waiting) resolve()
  }
}
