/** How well a name answers what was typed. */

/** 0 is the best; undefined where a typed word is in neither the name nor what is said beside it. */
export function rankOf(typed: string, name: string, beside = ''): number | undefined {
  const [wanted, within] = [plain(typed), plain(name)]
  const words = wanted.split(' ')
  const all = `${within} ${plain(beside)}`
  if (!words.every((word) => all.includes(word))) return undefined
  if (within === wanted) return 0
  if (within.startsWith(wanted)) return 1
  if (within.split(' ').some((word) => word.startsWith(wanted))) return 2
  if (within.includes(wanted)) return 3
  return words.every((word) => within.includes(word)) ? 4 : 5
}

/** The best first; alike ones stay in their order, and what does not answer at all is left out. */
export function ranked<Item>(items: readonly Item[], rank: (item: Item) => number | undefined): Item[] {
  return items
    .flatMap((item) => {
      const at = rank(item)
      return at === undefined ? [] : [{ item, at }]
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** An input method may type letters of full width. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')
}
