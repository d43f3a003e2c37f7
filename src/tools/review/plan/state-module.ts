import { z } from 'zod'

/** A module of a state, as `show -json` prints it: its resources, and the modules that it calls. */
export interface StateModule<Resource> {
  readonly resources?: readonly Resource[] | undefined
  readonly child_modules?: readonly StateModule<Resource>[] | undefined
}

/** What `values` of a state contains. @param resource what is read of each resource */
export function stateValues<Resource>(resource: z.ZodType<Resource>) {
  const stateModule: z.ZodType<StateModule<Resource>> = z.object({
    resources: z.array(resource).optional(),
    get child_modules() {
      return z.array(stateModule).optional()
    },
  })
  return z.object({ root_module: stateModule.optional() })
}

/** The resources of a module and of all modules below it. */
export function resourcesIn<Resource>(module: StateModule<Resource> | undefined): readonly Resource[] {
  return [...(module?.resources ?? []), ...(module?.child_modules ?? []).flatMap(resourcesIn)]
}
