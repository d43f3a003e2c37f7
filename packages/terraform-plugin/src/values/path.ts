/** The way from a value's root to one of its parts: attribute names, positions of lists, keys of maps. */
export type Path = readonly PathStep[]

export type PathStep = string | number | { readonly key: string }

/** The path as a person would write it: `endpoints.categories.url`, `sites[3]`, `headers["X-Team"]`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      if (typeof step === 'object') return `[${JSON.stringify(step.key)}]`
      return index === 0 ? step : `.${step}`
    })
    .join('')
}
