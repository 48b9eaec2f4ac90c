/** Which pictures of a grid are chosen, by single presses and by Shift for all between. */
export interface Selection {
  ids: ReadonlySet<string>
  /** Where a range begins: the picture that was pressed last. */
  anchor: string | undefined
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined }

/** `order` is all pictures as they are shown. With `isRange` everything from the anchor to `id` becomes as `id` does. */
export function toggled(
  { ids, anchor }: Selection,
  order: readonly string[],
  id: string,
  isRange: boolean,
): Selection {
  const isChosen = !ids.has(id)
  const next = new Set(ids)
  const [from, to] = [order.indexOf(isRange && anchor !== undefined ? anchor : id), order.indexOf(id)]
  const between = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const one of between) {
    if (isChosen) next.add(one)
    else next.delete(one)
  }
  return { ids: next, anchor: id }
}
