/** The theme's tokens as a canvas takes them, read again when the theme changes. */

const TOKENS = {
  text: '--text',
  text2: '--text-2',
  quiet: '--text-3',
  line: '--line',
  lost: '--danger',
  recorded: '--data-rec',
  onDevice: '--text-3',
  lock: '--data-lock',
  ring: '--ring',
  wash: '--accent-soft',
} as const

/** By the number of the event's type: motion, human, ring, scan, offline, online, sensor, storage, proof. */
export const EVENT_TOKENS = [
  '--data-motion',
  '--data-human',
  '--data-ring',
  '--data-ring',
  '--danger',
  '--text-2',
  '--data-ring',
  '--warn',
  '--warn',
]

export type TimelineColours = Record<keyof typeof TOKENS | 'font', string> & { events: string[] }

let read: { key: string; colours: TimelineColours } | undefined

export function timelineColours(element: HTMLElement): TimelineColours {
  const isLight = matchMedia('(prefers-color-scheme: light)').matches
  const key = `${document.documentElement.dataset['theme'] ?? ''} ${isLight}`
  if (read?.key === key) return read.colours
  const probe = document.createElement('span')
  element.append(probe)
  // A variable's own value is the text of light-dark(); a colour that uses it is what that comes to.
  const colourOf = (token: string): string => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const named = Object.entries(TOKENS).map(([name, token]) => [name, colourOf(token)])
  const events = EVENT_TOKENS.map(colourOf)
  const font = getComputedStyle(element).fontFamily
  probe.remove()
  // Object.entries has lost the names, which are those of TOKENS.
  const colours = { ...Object.fromEntries(named), font, events } as TimelineColours
  read = { key, colours }
  return colours
}
