import { useState } from 'react'

/** What a form shows: what is kept, under what was typed into it and is not saved yet. That another form was saved leaves the typed alone. */
export function useDraft<Kept extends object>(kept: Kept) {
  const [typed, setTyped] = useState<Partial<Kept>>({})
  const type = (by: Partial<Kept>): void => setTyped((before) => ({ ...before, ...by }))
  /** Takes the kept values for these; what was typed while they were saved stays. */
  const settle = (saved: Partial<Kept>): void =>
    setTyped((before) => {
      const left = { ...before }
      for (const key in saved) if (left[key] === saved[key]) delete left[key]
      return left
    })
  const draft = { ...kept, ...typed }
  let isChanged = false
  for (const key in typed) if (draft[key] !== kept[key]) isChanged = true
  return { draft, typed, type, settle, isChanged, discard: () => setTyped({}) }
}
