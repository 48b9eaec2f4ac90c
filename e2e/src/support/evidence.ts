/** Evidence as a file: what it says of itself, and what becomes of it when somebody alters it. */
import { z } from 'zod'

/** Evidence with one letter of its footage changed. */
export function altered(page: string): string {
  const at = placeOfChange(page).at
  return page.slice(0, at) + (page[at] === 'A' ? 'B' : 'A') + page.slice(at + 1)
}

/** A letter in the middle of the first file, and which byte of the file it is. */
function placeOfChange(page: string): { at: number; byte: number } {
  const first = page.indexOf('\n', page.indexOf('id="file-0"')) + 1
  let at = first + Math.floor((page.indexOf('</script>', first) - first) / 2)
  if (page[at] === '\n') at++
  // The first of four letters: all of its bits are of one byte.
  const letters = () => page.slice(first, at).replaceAll('\n', '').length
  while (letters() % 4 !== 0 || page[at] === '\n') at++
  return { at, byte: (letters() / 4) * 3 }
}

const Manifest = z.object({
  company: z.string(),
  key: z.string(),
  timeZone: z.string(),
  stretches: z.array(
    z.object({
      files: z.array(
        z.object({
          pieces: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.string()])),
        }),
      ),
    }),
  ),
})

export function manifestOf(page: string): z.infer<typeof Manifest> {
  const first = page.indexOf('\n', page.indexOf('id="manifest.json"')) + 1
  const bytes = Buffer.from(page.slice(first, page.indexOf('</script>', first)), 'base64')
  return Manifest.parse(JSON.parse(bytes.toString('utf8')))
}

/** When that byte's pictures begin and end, as the page tells it. */
export function alteredSecond(page: string): string {
  const { byte } = placeOfChange(page)
  const { timeZone, stretches } = manifestOf(page)
  const piece = stretches[0]?.files[0]?.pieces.find(([offset, bytes]) => byte < offset + bytes)
  const [, , fromMs = 0, toMs = 0] = piece ?? []
  if (toMs - fromMs > 3000) throw new Error('a piece is longer than a second and a picture')
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const told = (ms: number): string =>
    `${format.format(ms)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`
  return `${told(fromMs)} – ${told(toMs)}`
}
