/** The value in the middle; the mean of the two in the middle if their number is even. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5)
}

/** The bounds between which the middle half of the samples lies. */
export function middleHalf(samples: readonly number[]): readonly [number, number] {
  return [quantile(samples, 0.25), quantile(samples, 0.75)]
}

/** @param share from 0, the lowest, to 1, the highest; between two samples by linear interpolation */
function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const lower = sorted[Math.floor(position)] ?? Number.NaN
  const upper = sorted[Math.ceil(position)] ?? Number.NaN
  return lower + (upper - lower) * (position - Math.floor(position))
}
