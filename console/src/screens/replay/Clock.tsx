import { type ReactNode, useEffect, useRef } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import type { ReplayDeck } from '../../player/replay-deck.ts'

/** The moment that is shown, to the thousandth of a second; written past React, for each picture of the page. */
export function Clock({ deck }: { deck: ReplayDeck }): ReactNode {
  const time = useCompanyTime()
  const [day, clock, part] = [
    useRef<HTMLSpanElement>(null),
    useRef<HTMLElement>(null),
    useRef<HTMLSpanElement>(null),
  ]
  useEffect(() => {
    let frame = 0
    let shown = NaN
    const show = (): void => {
      frame = requestAnimationFrame(show)
      const atMs = Math.floor(deck.atMs)
      if (atMs === shown) return
      shown = atMs
      if (clock.current) clock.current.textContent = time.clock(atMs)
      if (part.current) part.current.textContent = `.${String(atMs % 1000).padStart(3, '0')}`
      if (day.current) day.current.textContent = time.day(atMs)
    }
    show()
    return () => cancelAnimationFrame(frame)
  }, [deck, time, day, clock, part])
  return (
    <p className="replay-clock">
      <b ref={clock} />
      <span ref={part} /> <span ref={day} className="replay-clock-day" />
    </p>
  )
}
