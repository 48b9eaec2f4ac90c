import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

import { useT } from '../../i18n/language.ts'

/** The end of a list that goes on: what follows is fetched when it comes into sight. */
export function MoreBelow({ isFetching, onMore }: { isFetching: boolean; onMore: () => void }): ReactNode {
  const t = useT()
  const end = useRef<HTMLParagraphElement>(null)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    const element = end.current
    if (!element || isFetching) return undefined
    const observer = new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && more())
    observer.observe(element)
    return () => observer.disconnect()
  }, [isFetching])
  return <p ref={end}>{t('ui.loading')}</p>
}
