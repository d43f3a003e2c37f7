import type { RequestOf, ResponseOf } from '../protocol/service'
import type { Attributes } from '../schema/attribute'
import type { ObjectType } from '../schema/object-type'
import { objectOf } from '../schema/object-type'
import { type ObjectValue, sameValue } from '../values/value'
import { checkPlan } from './check-plan'
import type { Resource } from './definition'
import { pathToWire } from './diagnostics'
import { draftPlan } from './draft-plan'
import { readObject, writeObject } from './dynamic-value'
import { ProviderBug, raiseThrown } from './failures'
import { markPlanned, noteIn, readPrivateData, recordIn } from './private-data'
import type { Session } from './session'

type Request = RequestOf<'PlanResourceChange'>
type Response = ResponseOf<'PlanResourceChange'>

/** Plans the creation, change or destruction of one resource. */
export async function planResource<Context extends object>(
  resource: Resource<Context>,
  typeName: string,
  request: Request,
  session: Session<Context>,
): Promise<Response> {
  const { attributes } = resource
  const surroundings = session.surroundings<Partial<Context>>(session.contextIfKnown ?? {})
  const { diagnostics } = surroundings
  const privateData = readPrivateData(request.priorPrivate)
  const record = recordIn(resource.privateData, privateData)
  let noted: unknown
  const note = (told: unknown) => {
    noted = told
  }
  try {
    const prior = await readObject(attributes, request.priorState)
    const proposed = await readObject(attributes, request.proposedNewState)
    const config = await readObject(attributes, request.config)
    if (proposed === null || config === null) {
      if (prior) await resource.planDestroy?.({ ...surroundings, state: prior, record, note })
      return answer({
        plannedState: writeObject(attributes, null),
        diagnostics: diagnostics.toWire(),
      })
    }
    const replaced = new Set<string>()
    const replanned = prior === null && privateData.planned
    const { draft, changed } = draftPlan(attributes, { prior, proposed, config })
    const known = await resource.plan?.({
      ...surroundings,
      config,
      prior,
      draft,
      changed,
      replanned,
      noted: replanned ? noteIn(resource.privateData, privateData) : undefined,
      record,
      note,
      requireReplace: (attribute) => replaced.add(attribute),
    })
    const planned = { ...draft, ...(known as ObjectValue | undefined) }
    checkPlan(attributes, { prior, planned, config })
    checkUpdatable(resource, { prior, planned, replaced })
    return answer({
      plannedState: writeObject(attributes, planned),
      requiresReplace: replacements(attributes, prior, planned, replaced).map((name) => pathToWire([name])),
      diagnostics: diagnostics.toWire(),
    })
  } catch (error) {
    raiseThrown(error, { doing: `Could not plan ${typeName}`, where: typeName }, diagnostics)
    return answer({ plannedState: request.priorState, diagnostics: diagnostics.toWire() })
  }

  function answer(response: Response): Response {
    return { ...response, plannedPrivate: markPlanned(privateData, noted) }
  }
}

/** The attributes whose change needs a new resource: those that the schema names, and those that the plan found. */
function replacements(
  attributes: Attributes,
  prior: ObjectValue | null,
  planned: ObjectValue,
  found: ReadonlySet<string>,
): string[] {
  if (prior === null) return []
  return Object.entries(attributes)
    .filter(
      ([name, { type, options }]) =>
        found.has(name) ||
        (options.requiresReplace === true && !sameValue(type, prior[name] ?? null, planned[name] ?? null)),
    )
    .map(([name]) => name)
}

function checkUpdatable<Context extends object>(
  resource: Resource<Context>,
  plan: { prior: ObjectValue | null; planned: ObjectValue; replaced: ReadonlySet<string> },
): void {
  const type: ObjectType = objectOf(resource.attributes)
  if (resource.update || plan.prior === null || sameValue(type, plan.prior, plan.planned)) return
  if (replacements(resource.attributes, plan.prior, plan.planned, plan.replaced).length > 0) return
  throw new ProviderBug('The plan changes the resource in place, but it has no update.')
}
