/** The timeline's painting, of four lanes with 25,000 events each in one day, counted by steps as the server counts them. */
import { eventRange, stepStart } from '../../console/src/screens/replay/event-steps.ts'
import { paintTimeline } from '../../console/src/screens/replay/timeline-draw.ts'

const LANES = 4
const EVENTS = 25_000
const TYPES = 9
const SIZE = { widthPx: 1440, heightPx: 134 }
const DAY_MS = 86_400_000
const FROM_MS = Date.UTC(2026, 10, 27)

const view = { fromMs: FROM_MS, toMs: FROM_MS + DAY_MS }
const { Step: stepMs } = eventRange(view)
const colours = {
  text: '#fff',
  text2: '#bbb',
  quiet: '#888',
  line: '#444',
  recorded: '#246',
  onDevice: '#666',
  lock: '#c80',
  ring: '#08f',
  wash: '#0484',
  font: 'sans-serif',
  events: Array.from({ length: TYPES }, (_, i) => `hsl(${i * 40} 80% 60%)`),
}

/** A camera whose events of all types come evenly, a gap each hour. */
function laneOf(i: number) {
  const counts = new Map<string, { atMs: number; type: number; count: number }>()
  for (let n = 0; n < EVENTS; n++) {
    const atMs = FROM_MS + Math.floor((n * DAY_MS) / EVENTS)
    // Most of what happens is motion.
    const type = n % 3 === 0 ? n % TYPES : 0
    const key = `${stepStart(atMs, stepMs)} ${type}`
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { atMs, type, count: 1 })
  }
  const hours = Array.from({ length: 24 }, (_, hour) => FROM_MS + (hour * DAY_MS) / 24)
  return {
    name: `Camera ${i}`,
    spans: hours.flatMap((ms) => [ms, ms + 3_000_000]),
    gaps: hours.flatMap((ms) => [ms + 3_000_000, ms + 3_600_000]),
    isChosen: i === 0,
    events: [...counts.values()],
  }
}

const lanes = Array.from({ length: LANES }, (_, i) => laneOf(i))
const canvas = document.querySelector('canvas')
const context = canvas?.getContext('2d')
if (!canvas || !context) throw new Error('no canvas')
Object.assign(canvas, { width: SIZE.widthPx, height: SIZE.heightPx })

declare global {
  interface Window {
    /** How long a painting takes, with the head at another place, ms. */
    redraw(share: number): number
  }
}

window.redraw = (share) => {
  const atMs = FROM_MS + share * DAY_MS
  const drawn = { view, isVertical: false, lanes, stepMs, atMs, nowMs: view.toMs, hoverMs: atMs + DAY_MS / 4 }
  const before = performance.now()
  paintTimeline(
    context,
    SIZE,
    {
      ...drawn,
      label: (ms) => new Date(ms).toISOString().slice(11, 16),
      dayStart: (ms) => Math.floor(ms / DAY_MS) * DAY_MS,
    },
    colours,
  )
  return performance.now() - before
}
