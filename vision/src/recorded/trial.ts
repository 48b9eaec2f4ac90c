/** A recorded film looked at as a camera would be: what its settings would have raised. */
import { CameraLook, type EventKind, type Seen } from '../look/camera-look.ts'
import type { PersonDetector } from '../people/person-detector.ts'
import { pngOf } from '../png.ts'
import type { LookSettings } from '../settings.ts'
import type { FromTrial, SecondSeen } from './messages.ts'
import type { TimedPicture } from './pictures.ts'

/** Every look waits for the detector, as on a machine that keeps up. Returns how many looks it took. */
export async function runTrial(
  pictures: AsyncIterable<TimedPicture>,
  settings: LookSettings,
  people: PersonDetector | undefined,
  tell: (message: FromTrial) => void,
): Promise<number> {
  const human = settings.human && people !== undefined
  const seconds = new Seconds((second) => tell({ type: 'second', ...second }))
  const shown: Promise<void>[] = []
  let [asked, nowMs, looks] = [false, 0, 0]
  const look = new CameraLook(
    { ...settings, human },
    {
      onBegin: (kind, atMs) => tell({ type: 'begin', kind, atMs }),
      onTouch: () => {},
      onEnd: (kind, lastMs) => tell({ type: 'end', kind, lastMs }),
      onPicture(kind, { picture, box }) {
        const atMs = nowMs
        shown.push(pngOf(picture).then((png) => tell({ type: 'picture', kind, atMs, box, png })))
      },
      onSeen: (kind, seen, atMs) => seconds.note(kind, seen, atMs),
      onLookForPeople: () => (asked = true),
    },
  )
  for await (const { picture, atMs } of pictures) {
    ;[asked, nowMs] = [false, atMs]
    look.look(picture, atMs)
    if (asked && people) look.people(await people.find(picture), picture, atMs)
    // Told before the next event of the kind begins.
    await Promise.all(shown.splice(0))
    looks++
  }
  look.close()
  await Promise.all(shown)
  seconds.end()
  return looks
}

const SECOND_MS = 1000

class Seconds {
  readonly #tell: (second: SecondSeen) => void
  #running: SecondSeen | undefined

  constructor(tell: (second: SecondSeen) => void) {
    this.#tell = tell
  }

  note(kind: EventKind, { motion, tracks }: Seen, atMs: number): void {
    const second = Math.floor(atMs / SECOND_MS) * SECOND_MS
    if (this.#running?.atMs !== second) this.end()
    this.#running ??= { atMs: second, moved: 0, isActive: false, person: 0 }
    const running = this.#running
    if (kind === 'motion') {
      running.moved = Math.max(running.moved, ...motion.blobs.map(({ width, height }) => width * height))
      running.isActive ||= motion.isActive
    } else
      for (const { misses, score } of tracks)
        if (misses === 0) running.person = Math.max(running.person, score)
  }

  end(): void {
    if (this.#running) this.#tell(this.#running)
    this.#running = undefined
  }
}
