/** The number of a category as a person types it; undefined for anything but plain digits. */
export function categoryId(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
