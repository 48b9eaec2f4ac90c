import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** Whether a panel beside the page is open: not where it would cover the page, unless one asks for it. Folds when the page becomes so narrow. */
export function useSide(narrow: string, isWanted = true): [boolean, Dispatch<SetStateAction<boolean>>] {
  const [isOpen, setIsOpen] = useState(() => isWanted && !matchMedia(narrow).matches)
  useEffect(() => {
    const query = matchMedia(narrow)
    const fold = (): void => setIsOpen((was) => was && !query.matches)
    query.addEventListener('change', fold)
    return () => query.removeEventListener('change', fold)
  }, [narrow])
  return [isOpen, setIsOpen]
}
