import { type ReactNode, useEffect, useRef } from 'react'

/** A wall of drawn pictures, fetched and painted one by one only when the form is ready to be used. */
export function Mosaic(): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const start = (): void => {
      const surface = canvas.current
      if (!surface || surface.offsetWidth === 0) return
      void import('./wall.ts').then(({ paintWall }) => paintWall(surface, leaving.signal))
    }
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true, signal: leaving.signal })
    return () => leaving.abort()
  }, [])
  return <canvas ref={canvas} className="mosaic" aria-hidden="true" />
}
