/** Where a camera looks and how it sets its picture: ONVIF changes it, both streams show it. */

export interface Imaging {
  /** 0…100, 50 is as the scene is. */
  brightness: number
  contrast: number
  saturation: number
}

export interface Position {
  /** −1…1: a picture's width to either side, a third of its height up and down. */
  pan: number
  tilt: number
  /** 0…1: once to four times as large. */
  zoom: number
}

const PLAIN: Imaging = { brightness: 50, contrast: 50, saturation: 50 }
const AHEAD: Position = { pan: 0, tilt: 0, zoom: 0 }
const AXES = ['pan', 'tilt', 'zoom'] as const
/** Full speed goes from one end to the other in so many seconds. */
const FULL_TURN_S = 6
const MOST_PRESETS = 100
const MOST_TIMES = 4
/** Half of the picture in pan and tilt, see `Position`. */
const HALF_WIDTH = 0.5
const HALF_HEIGHT = 1.5

export class Lens {
  imaging: Imaging = { ...PLAIN }
  readonly presets = new Map<string, { name: string; position: Position }>()
  home: Position = { ...AHEAD }
  private position: Position = { ...AHEAD }
  private velocity: Position = { ...AHEAD }
  private target: Position | undefined
  private untilMs = Number.POSITIVE_INFINITY
  private atMs = 0

  get isPlain(): boolean {
    const { brightness, contrast, saturation } = this.imaging
    return brightness === 50 && contrast === 50 && saturation === 50
  }

  get isMoving(): boolean {
    return this.target !== undefined || AXES.some((axis) => this.velocity[axis] !== 0)
  }

  /** Where it looks now. Times never go back. */
  at(nowMs: number): Position {
    const passedS = Math.max(0, Math.min(nowMs, this.untilMs) - this.atMs) / 1000
    this.atMs = Math.max(this.atMs, nowMs)
    if (this.isMoving) this.position = this.moved(passedS)
    if (nowMs >= this.untilMs) this.stop(nowMs)
    return this.position
  }

  /** By how much it turns to what is seen at a place of the picture, whose borders are −1 and 1. */
  seenAt({ pan, tilt, zoom }: Position, nowMs: number): Position {
    const times = 1 + this.at(nowMs).zoom * (MOST_TIMES - 1)
    return { pan: (pan * HALF_WIDTH) / times, tilt: (tilt * HALF_HEIGHT) / times, zoom }
  }

  /** Speeds are parts of the full one, −1…1; it ends by itself after the time. */
  move(velocity: Position, timeoutMs: number, nowMs: number) {
    this.at(nowMs)
    this.target = undefined
    this.velocity = velocity
    this.untilMs = nowMs + timeoutMs
  }

  goTo(target: Position, nowMs: number) {
    this.at(nowMs)
    this.velocity = { ...AHEAD }
    this.untilMs = Number.POSITIVE_INFINITY
    this.target = mapAxes((axis) => within(axis, target[axis]))
  }

  stop(nowMs: number) {
    this.untilMs = Number.POSITIVE_INFINITY
    this.velocity = { ...AHEAD }
    this.target = undefined
    this.atMs = Math.max(this.atMs, nowMs)
  }

  /** False when there are too many. */
  keepPreset(token: string, name: string, nowMs: number): boolean {
    if (!this.presets.has(token) && this.presets.size >= MOST_PRESETS) return false
    this.presets.set(token, { name, position: { ...this.at(nowMs) } })
    return true
  }

  private moved(passedS: number): Position {
    const step = (passedS * 2) / FULL_TURN_S
    const { target } = this
    if (target === undefined) {
      return mapAxes((axis) => within(axis, this.position[axis] + this.velocity[axis] * step))
    }
    const next = mapAxes((axis) => {
      const left = target[axis] - this.position[axis]
      return this.position[axis] + Math.sign(left) * Math.min(Math.abs(left), step)
    })
    if (AXES.every((axis) => next[axis] === target[axis])) this.target = undefined
    return next
  }
}

function within(axis: keyof Position, value: number): number {
  return Math.min(1, Math.max(axis === 'zoom' ? 0 : -1, value))
}

function mapAxes(value: (axis: keyof Position) => number): Position {
  return { pan: value('pan'), tilt: value('tilt'), zoom: value('zoom') }
}
