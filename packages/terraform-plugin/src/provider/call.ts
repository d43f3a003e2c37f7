import type { Diagnostic as EntryDiagnostic } from '../diagnostics/diagnostic'
import { configurationNeeded, runStopped, stateAltered } from '../diagnostics/entries'
import type { Logger } from '../plugin/logger'
import type { PartialMessage } from '../protobuf/message'
import type { Call } from '../protocol/service'
import type { Diagnostic, DynamicValue } from '../protocol/tfplugin6'
import type { Attributes } from '../schema/attribute'
import { readObject, writeObject } from '../schema/object'
import { LongTexts } from '../values/msgpack-decode'
import type { ObjectValue } from '../values/value'
import type { Context } from './arguments'
import { alteredAttributes } from './checks'
import type { Action, DataSource, Places, Resource } from './definition'
import { Diagnostics, isMistake, ProviderError, raiseThrown, type Told } from './diagnostics'
import { ManagedObjects } from './managed-object'
import { noteIn, type PrivateForms, readPrivateData, recordIn } from './private-data'

/**
 * A call about one resource, data source or action: what all procedures do alike before and after the work of the definition. Values and
 * private data are decoded by the definition, and what was thrown becomes a diagnostic of the answer.
 */
export class DefinitionCall<Definition extends Defined, ProviderData extends object> {
  readonly definition: Definition
  readonly typeName: string
  readonly context: Context
  readonly #session: Session<ProviderData>
  /** What is null in the stored state of the request, and should not be: then the state is to blame for what goes wrong with it. */
  #altered: readonly string[] = []

  /** @param call whose end ends the work too; left out for short work, for which a signal of its own would cost too much */
  constructor(definition: Definition, typeName: string, session: Session<ProviderData>, call?: Call) {
    this.definition = definition
    this.typeName = typeName
    this.context = session.context(call)
    this.#session = session
  }

  /** The name of the provider, for the codes of diagnostics. */
  get providerName(): string {
    return this.#session.providerName
  }

  /** @throws {ProviderError} when the provider was not configured, or with values that are not known yet */
  get providerData(): ProviderData {
    return this.#session.providerData
  }

  /** What the provider was configured to, or undefined while its configuration holds unknown values. */
  get providerDataIfKnown(): ProviderData | undefined {
    return this.#session.providerDataIfKnown
  }

  /** The objects that this run was asked about. */
  get objects(): ManagedObjects {
    return this.#session.objects
  }

  /** Where objects of the type are, as far as the provider tells places apart. */
  get place(): string | undefined {
    return this.#session.placeOf(this.typeName)
  }

  /** Says of an object that is not found if it was last changed at another place. @param place of its last change */
  raiseFormerPlace(state: ObjectValue, place: string | undefined): void {
    const [now, places] = [this.place, this.#session.places]
    if (!places || place === undefined || now === undefined || place === now) return
    this.context.diagnostics.raise(places.left(this.typeName, state))
  }

  /** True the first time it is asked about a matter in this run. */
  firstTime(matter: string): boolean {
    return this.#session.firstTime(matter)
  }

  /** Tells what came up of the run as a whole, if no other call has told it. */
  raiseNotices(): void {
    for (const notice of this.#session.takeNotices()) this.context.diagnostics.raise(notice)
  }

  /**
   * The values of a request, under the names that the procedure gives them; `state` and `prior` are those that are stored.
   * @throws {MalformedMessagePack} when the bytes are no values of the schema
   * @throws {ProviderError} if a stored state has no value where the configuration must have had one
   */
  async decode<Name extends string>(
    values: Readonly<Record<Name, Wire>>,
  ): Promise<Readonly<Record<Name, ObjectValue | null>>> {
    const decoded: Partial<Record<Name, ObjectValue | null>> = {}
    const texts = new LongTexts()
    for (const name in values)
      decoded[name] = await readObject(this.definition.attributes, values[name], texts)
    for (const [name, value] of Object.entries<ObjectValue | null | undefined>(decoded))
      if (value && (name === 'state' || name === 'prior')) this.#examine(value)
    return decoded as Record<Name, ObjectValue | null>
  }

  /** A null that the provider computes may be left of a failed creation, or of an older release; one of the configuration may not. */
  #examine(stored: ObjectValue): void {
    const { required, all } = alteredAttributes(this.definition.attributes, stored)
    if (required.length > 0) throw this.#alteredState(required)
    this.#altered = all
  }

  #alteredState(attributes: readonly string[]): ProviderError {
    const problem = `${attributes.join(', ')} ${attributes.length === 1 ? 'is' : 'are'} null.`
    return new ProviderError(stateAltered({ type: this.typeName, problem }))
  }

  encode(value: ObjectValue | null): PartialMessage<DynamicValue> {
    return writeObject(this.definition.attributes, value)
  }

  /** The private data of a request, and what the definition reads in them. */
  decodePrivate(bytes: Uint8Array) {
    const forms = this.definition.privateData
    const privateData = readPrivateData(bytes)
    return { privateData, record: recordIn(forms, privateData), noted: noteIn(forms, privateData) }
  }

  /**
   * The answer of some work, or another one where it throws, with all diagnostics.
   * @param doing what the work does: "create"
   */
  async answer<Answer extends object>(
    doing: string,
    work: () => Promise<Answer>,
    otherwise: (thrown: unknown) => Answer,
  ): Promise<Answer & { readonly diagnostics: PartialMessage<Diagnostic>[] }> {
    const { diagnostics } = this.context
    const answer = await work().catch((thrown: unknown) => {
      const isOfState = this.#altered.length > 0 && isMistake(thrown, diagnostics)
      const cause = isOfState ? this.#alteredState(this.#altered) : thrown
      raiseThrown(cause, { doing: `Could not ${doing} ${this.typeName}`, where: this.typeName }, diagnostics)
      return otherwise(thrown)
    })
    this.raiseNotices()
    return { ...answer, diagnostics: diagnostics.toWire(this.providerName, this.definition.attributes) }
  }
}

/** A call about a resource. */
export type ResourceCall<ProviderData extends object> = DefinitionCall<Resource<ProviderData>, ProviderData>

/** A call about a data source. */
export type DataSourceCall<ProviderData extends object> = DefinitionCall<
  DataSource<ProviderData>,
  ProviderData
>

/** A call about an action. */
export type ActionCall<ProviderData extends object> = DefinitionCall<Action<ProviderData>, ProviderData>

/** What is defined by attributes. */
interface Defined {
  readonly attributes: Attributes
  readonly privateData?: PrivateForms<unknown, unknown>
}

type Wire = PartialMessage<DynamicValue> | undefined

/** What a provider does with its data when a run ends. */
interface Lifetime<ProviderData extends object> {
  told?(thrown: Error): Told | undefined
  notices?(providerData: ProviderData): readonly EntryDiagnostic[]
  nextRun?(providerData: ProviderData): void
  readAgain?(providerData: ProviderData): void
  readonly places?: Places<ProviderData>
  close?(providerData: ProviderData): Promise<void> | void
}

/**
 * What lives from one ConfigureProvider to the next: the provider's data, and the means to stop work. A process that
 * serves many runs (debug mode) keeps nothing of an earlier run.
 */
export class Session<ProviderData extends object> {
  /** The name of the provider, for the codes of diagnostics. */
  readonly providerName: string
  readonly log: Logger
  #providerData: ProviderData | 'not configured' | 'not known yet' = 'not configured'
  #stop = new AbortController()
  #matters = new Set<string>()
  readonly #lifetime: Lifetime<ProviderData>
  /** The objects that this run was asked about. */
  readonly objects = new ManagedObjects(
    () => this.#nextRun(),
    () => {
      if (typeof this.#providerData === 'object') this.#lifetime.readAgain?.(this.#providerData)
    },
  )

  constructor(providerName: string, log: Logger, lifetime: Lifetime<ProviderData>) {
    this.providerName = providerName
    this.log = log
    this.#lifetime = lifetime
  }

  async begin(providerData: ProviderData | 'not known yet'): Promise<void> {
    await this.end()
    this.#stop = new AbortController()
    this.objects.forget()
    this.#providerData = providerData
  }

  get places(): Places<ProviderData> | undefined {
    return this.#lifetime.places
  }

  placeOf(typeName: string): string | undefined {
    const providerData = this.providerDataIfKnown
    return providerData && this.places?.of(typeName, providerData)
  }

  /** A host does not say that it begins another run: see `ManagedObjects`. */
  #nextRun(): void {
    this.#matters = new Set()
    if (typeof this.#providerData === 'object') this.#lifetime.nextRun?.(this.#providerData)
  }

  takeNotices(): readonly EntryDiagnostic[] {
    const providerData = this.providerDataIfKnown
    return (providerData && this.#lifetime.notices?.(providerData)) ?? []
  }

  /** Cancels all work in flight: Terraform asks for it when a person presses Ctrl-C. */
  stop(): void {
    this.#stop.abort(new ProviderError(runStopped()))
  }

  async end(): Promise<void> {
    const providerData = this.#providerData
    this.#providerData = 'not configured'
    if (typeof providerData === 'object') await this.#lifetime.close?.(providerData)
  }

  /** What the provider was configured to, or undefined while the provider's configuration holds unknown values. */
  get providerDataIfKnown(): ProviderData | undefined {
    return typeof this.#providerData === 'object' ? this.#providerData : undefined
  }

  /** @throws {ProviderError} when the provider was not configured, or with values that are not known yet */
  get providerData(): ProviderData {
    if (typeof this.#providerData === 'object') return this.#providerData
    throw new ProviderError(configurationNeeded({ isConfigured: this.#providerData !== 'not configured' }))
  }

  /**
   * What work receives beside its own arguments and what the provider was configured to.
   * @param call whose end ends the work too; left out for short work, for which a signal of its own would cost too much
   */
  context(call?: Call): Context {
    return {
      diagnostics: new Diagnostics({
        firstTime: (matter) => this.firstTime(matter),
        told: (thrown) => this.#lifetime.told?.(thrown),
      }),
      log: this.log,
      signal: call ? AbortSignal.any([call.signal, this.#stop.signal]) : this.#stop.signal,
    }
  }

  /** True the first time it is asked about a matter in this run. */
  firstTime(matter: string): boolean {
    const first = !this.#matters.has(matter)
    this.#matters.add(matter)
    return first
  }
}
