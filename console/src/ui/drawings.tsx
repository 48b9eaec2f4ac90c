/** Line drawings of what a page would show: they stand where it has nothing yet. In the page's own colours, so in both themes. */
import './drawings.css'

import type { ReactNode } from 'react'

/** What is quiet stands behind, what is drawn in the accent is what is missing. */
const SHAPES = {
  camera: (
    <>
      <path d="M22 10v60M22 44h10l8-6" />
      <rect x="34" y="19" width="44" height="20" rx="5" transform="rotate(10 56 29)" />
      <path d="m79 27 7 1.500-2.500 10.500-7-1.500" />
      <path className="drawing-accent" d="m92 28 14-5M91 35l16 3M88 41l13 9" />
    </>
  ),
  footage: (
    <>
      <rect x="26" y="8" width="68" height="40" rx="5" />
      <path className="drawing-fill" d="m55 20 14 8-14 8Z" />
      <path d="M16 62h26M54 62h50M16 58v8M104 58v8" />
      <path className="drawing-accent" d="M47 54v18M43 54h8" />
    </>
  ),
  alarm: (
    <>
      <path className="drawing-fill" d="M40 54c5-4 5-9 5-17a15 15 0 0 1 30 0c0 8 0 13 5 17Z" />
      <path d="M54 60a6 6 0 0 0 12 0M60 22v-6" />
      <path className="drawing-accent" d="m84 20 6 6 12-12" />
    </>
  ),
  pictures: (
    <>
      <rect x="38" y="10" width="58" height="42" rx="5" />
      <rect className="drawing-fill" x="24" y="22" width="58" height="46" rx="5" />
      <path d="m24 58 16-14 12 10 10-8 20 16" />
      <circle className="drawing-accent" cx="66" cy="36" r="5" />
    </>
  ),
  map: (
    <>
      <path className="drawing-fill" d="m18 24 28-10 28 10 28-10v44L74 68 46 58 18 68Z" />
      <path d="M46 14v44M74 24v44" />
      <path
        className="drawing-accent"
        d="M60 50c-8-9-11-13-11-18a11 11 0 0 1 22 0c0 5-3 9-11 18ZM60 35.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7"
      />
    </>
  ),
  plan: (
    <>
      <path className="drawing-fill" d="M20 12h80v56H20Z" />
      <path d="M20 40h22M54 40h12V12M66 52v16M66 40h14M92 40h8" />
      <circle className="drawing-accent" cx="84" cy="26" r="4" />
    </>
  ),
  transfer: (
    <>
      <rect className="drawing-fill" x="16" y="22" width="34" height="36" rx="4" />
      <rect x="70" y="22" width="34" height="36" rx="4" strokeDasharray="5 5" />
      <path d="M23 32h20M23 40h14" />
      <path className="drawing-accent" d="M44 50h36M72 42l8 8-8 8" />
    </>
  ),
  file: (
    <>
      <path className="drawing-fill" d="M38 8h30l16 16v48H38Z" />
      <path d="M68 8v16h16" />
      <path className="drawing-accent" d="M61 32v22M52 46l9 9 9-9M51 63h20" />
    </>
  ),
  people: (
    <>
      <circle cx="80" cy="30" r="9" />
      <path d="M78 47c14 0 20 7 20 19H84" />
      <circle className="drawing-fill" cx="48" cy="26" r="12" />
      <path className="drawing-fill" d="M22 68c0-16 10-23 26-23s26 7 26 23Z" />
      <path className="drawing-accent" d="M100 12v14M93 19h14" />
    </>
  ),
  role: (
    <>
      <path className="drawing-fill" d="M60 8 88 18v18c0 18-11 29-28 36-17-7-28-18-28-36V18Z" />
      <path className="drawing-accent" d="m48 38 9 9 16-17" />
    </>
  ),
  log: (
    <>
      <rect className="drawing-fill" x="32" y="8" width="56" height="64" rx="5" />
      <path d="M52 24h24M52 40h24M52 56h14" />
      <path
        className="drawing-accent"
        d="m40 24 2.500 2.500 4-5M40 40l2.500 2.500 4-5M40 56l2.500 2.500 4-5"
      />
    </>
  ),
  building: (
    <>
      <path className="drawing-fill" d="M28 70V26l26-14v58Z" />
      <path className="drawing-fill" d="M54 34h38v36H54Z" />
      <path d="M16 70h88M37 36h8M37 48h8M37 60h8M80 46h.01M80 57h.01" />
      <path className="drawing-accent" d="M64 70V52h8v18" />
    </>
  ),
  vehicle: (
    <>
      <path className="drawing-fill" d="M18 54V40l12-4 9-16h34l14 16 15 4v14Z" />
      <path d="M30 36h57M56 20v16" />
      <circle className="drawing-fill" cx="38" cy="55" r="8" />
      <circle className="drawing-fill" cx="82" cy="55" r="8" />
      <path className="drawing-accent" d="M50 66h20" />
    </>
  ),
  search: (
    <>
      <path d="M18 20h34M18 34h22M18 48h26M18 62h46" />
      <circle className="drawing-fill" cx="72" cy="34" r="18" />
      <path d="m85 47 17 17" />
      <path className="drawing-accent" d="m66 28 12 12M78 28 66 40" />
    </>
  ),
  lost: (
    <>
      <path d="M60 10v62M46 72h28M60 34v8" />
      <path className="drawing-fill" d="M36 16h44l10 9-10 9H36Z" />
      <path className="drawing-fill" d="M84 42H40l-10 9 10 9h44Z" strokeDasharray="5 5" />
      <path className="drawing-accent" d="m52 46 10 10M62 46 52 56" />
    </>
  ),
  trouble: (
    <>
      <path d="M14 40h24M82 40h24" />
      <path className="drawing-fill" d="M38 28h8a12 12 0 0 1 0 24h-8Z" />
      <path className="drawing-fill" d="M82 28h-6a12 12 0 0 0 0 24h6Z" />
      <path d="M76 34h-7M76 46h-7" />
      <path className="drawing-accent" d="m56 16 4 8M66 14l-2 9M56 64l4-8M66 66l-2-9" />
    </>
  ),
} as const

export type DrawingName = keyof typeof SHAPES

export function Drawing({ name }: { name: DrawingName }): ReactNode {
  return (
    <svg className="drawing" viewBox="0 0 120 80" data-drawing={name} aria-hidden="true">
      {SHAPES[name]}
    </svg>
  )
}
