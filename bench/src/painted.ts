/** Reads the time strip off the pixels that a page paints, without slowing the page down. */
import { readStrip, stripBits, stripCells } from '@vedette/contract/time-strip'

import { quantile } from './statistics.ts'

export interface LiveRow {
  what: string
  firstP50: number
  firstP95: number
  ageP50: number
  ageP95: number
  gapMax: number
  frames: number
}

export interface Sight {
  atMs: number
  /** The 64 cells as 0 and 1. */
  bits: string
}

const UNIT = 1000
const CENTRES = stripCells(UNIT, 0, 0).map(({ x, y, side }) => ({ x: x + side / 2, y: y + side / 2 }))

/** Centres of the cells as parts of the picture's width. */
export const CELLS = CENTRES.map(({ x, y }) => ({ x: x / UNIT, y: y / UNIT }))

/** What the first cells of this camera's pictures read as. None has the number 0: as all zeros a canvas reads on which nothing is painted yet. */
export function idBitsOf(camera: number): string {
  if (!(camera > 0)) throw new Error(`no camera has the number ${camera}`)
  return stripBits(camera, 0).slice(0, 16).map(Number).join('')
}

/** The time that the cells tell, ms since 1970; undefined when they are no strip. */
export function timeOf(bits: string, nearMs: number): number | undefined {
  const cellAt = new Map(
    CENTRES.map(({ x, y }, i) => [`${Math.floor(x)},${Math.floor(y)}`, bits[i] === '1' ? 255 : 0]),
  )
  return readStrip(UNIT, (x, y) => cellAt.get(`${x},${y}`) ?? 0, nearMs)?.timeMs
}

export function rowOfSights(what: string, firsts: number[], sights: readonly Sight[]): LiveRow {
  const ages = sights.flatMap(({ atMs, bits }) => {
    const time = timeOf(bits, atMs)
    return time === undefined ? [] : [atMs - time]
  })
  const gaps = sights.slice(1).map((sight, i) => sight.atMs - (sights[i]?.atMs ?? sight.atMs))
  return rowOf(what, firsts, ages, gaps)
}

export function rowOf(what: string, firsts: number[], ages: number[], gaps: number[]): LiveRow {
  return {
    what,
    firstP50: quantile(firsts, 0.5),
    firstP95: quantile(firsts, 0.95),
    ageP50: quantile(ages, 0.5),
    ageP95: quantile(ages, 0.95),
    gapMax: Math.max(...gaps),
    frames: ages.length,
  }
}

declare global {
  interface Window {
    /** Chooses the camera in the tree and answers after how many ms its picture is painted. */
    firstPicture(idBits: string, camera: number): Promise<number>
    /** Resolves when the window shows the camera with these bits; answers after how many ms. */
    waitForPicture(idBits: string, startedAt?: number): Promise<number>
    /** Fills the wall from its first window on; answers after how many ms all these cameras are painted. */
    wallPicture(cameras: { camera: number; idBits: string }[]): Promise<number>
    /** Resolves when any picture of the page is of the camera with these bits; answers with the ms since the page was asked for. */
    loadedPicture(idBits: string): Promise<number>
    watchWindow(seconds: number): Promise<Sight[]>
    /** The same of the window with this number. */
    watchPlace(place: number, seconds: number): Promise<Sight[]>
  }
}

/** Runs in the page; it sees nothing but its argument. */
export function inPage(cells: { x: number; y: number }[]): void {
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const [top, bottom] = [Math.min(...cells.map(({ y }) => y)), Math.max(...cells.map(({ y }) => y))]
  type Picture = HTMLVideoElement | HTMLCanvasElement
  const read = (picture: Picture): string => {
    const width = picture instanceof HTMLVideoElement ? picture.videoWidth : picture.width
    if (!context || !width) return ''
    // One copy of the rows from the first cell's middle to the last one's: each copy of a canvas costs a copy of all of it.
    const [first, last] = [Math.floor(top * width), Math.floor(bottom * width)]
    const rows = last - first + 1
    if (canvas.width !== width || canvas.height !== rows) Object.assign(canvas, { width, height: rows })
    context.drawImage(picture, 0, first, width, rows, 0, 0, width, rows)
    const { data } = context.getImageData(0, 0, width, rows)
    return cells
      .map(({ x, y }) => {
        const pixel = (Math.floor(y * width) - first) * width + Math.floor(x * width)
        return (data[pixel * 4 + 1] ?? 0) > 127 ? '1' : '0'
      })
      .join('')
  }
  let did = ''
  const pictureIn = (): Picture | null =>
    document.querySelector<Picture>(`[data-window][data-did="${did}"] :is(video, canvas.picture)`)
  /** A canvas tells nobody that it was painted: its picture is looked at before each painting of the page. */
  const whenPainted = (picture: Picture, act: () => void): void => {
    if (picture instanceof HTMLVideoElement) picture.requestVideoFrameCallback(act)
    else requestAnimationFrame(act)
  }

  const itemOf = (camera: number): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[role=treeitem][data-did]')].find(
      (it) => Number(/(\d+)\s*$/.exec(it.textContent ?? '')?.[1]) === camera,
    )

  window.wallPicture = async (cameras) => {
    const startedAt = performance.now()
    for (const { camera } of cameras) {
      did = itemOf(camera)?.dataset['did'] ?? ''
      itemOf(camera)?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
      // The choice moves on to the next free window when React has rendered.
      await new Promise(requestAnimationFrame)
    }
    const missing = new Set(cameras.map(({ idBits }) => idBits))
    const looked = new Set<Picture>()
    // Only what is new is read, and no longer than until it is known: reading nine pictures over and over is itself what is waited for.
    const look = (picture: Picture): void => {
      const bits = read(picture)
      const known = [...missing].find((idBits) => bits.startsWith(idBits))
      if (known === undefined) whenPainted(picture, () => look(picture))
      else missing.delete(known)
    }
    while (missing.size > 0) {
      if (performance.now() - startedAt > 15_000) throw new Error('the wall was not filled')
      for (const picture of document.querySelectorAll<Picture>('[data-window] :is(video, canvas.picture)')) {
        if (!looked.has(picture)) look(picture)
        looked.add(picture)
      }
      await new Promise(requestAnimationFrame)
    }
    return performance.now() - startedAt
  }

  window.firstPicture = (idBits, camera) => {
    const tiles = [...document.querySelectorAll<HTMLElement>('[data-window]')]
    tiles.find((tile) => tile.offsetWidth > 0)?.click()
    const item = itemOf(camera)
    did = item?.dataset['did'] ?? ''
    const startedAt = performance.now()
    item?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    return window.waitForPicture(idBits, startedAt)
  }

  window.waitForPicture = (idBits, startedAt = performance.now()) => {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const picture = pictureIn()
        if (picture && read(picture).startsWith(idBits)) resolve(performance.now() - startedAt)
        else if (performance.now() - startedAt > 15_000) reject(new Error(`no picture with ${idBits}`))
        else requestAnimationFrame(look)
      }
      look()
    })
  }

  window.loadedPicture = (idBits) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const pictures = [...document.querySelectorAll<Picture>('video, canvas.picture')]
        if (pictures.some((picture) => read(picture).startsWith(idBits))) resolve(performance.now())
        else if (performance.now() > 15_000) reject(new Error(`no picture with ${idBits}`))
        else requestAnimationFrame(look)
      }
      look()
    })

  window.watchWindow = (seconds) => watch(pictureIn, seconds)
  window.watchPlace = (place, seconds) =>
    watch(
      () => document.querySelector<Picture>(`[data-window="${place}"] :is(video, canvas.picture)`),
      seconds,
    )

  const watch = (find: () => Picture | null, seconds: number): Promise<Sight[]> => {
    const sights: Sight[] = []
    const until = performance.now() + seconds * 1000
    return new Promise((resolve) => {
      const look = (): void => {
        const picture = find()
        const bits = picture ? read(picture) : ''
        if (bits && bits !== sights.at(-1)?.bits)
          sights.push({ atMs: performance.timeOrigin + performance.now(), bits })
        if (performance.now() > until || !picture) resolve(sights)
        else whenPainted(picture, look)
      }
      const picture = find()
      if (picture) whenPainted(picture, look)
      else resolve(sights)
    })
  }
}
