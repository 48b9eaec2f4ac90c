/** What the platform's detection finds in real clips, with the settings that ship, beside OpenCV's HOG and Debian's motion. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { NO_ALARMS } from '@vedette/contract/alarm-settings'
import { CameraLook, type EventKind } from '@vedette/vision/look/camera-look'
import { openOnnxDetector } from '@vedette/vision/people/onnx-detector'
import type { Person, PersonDetector } from '@vedette/vision/people/person-detector'
import { type LookSettings, personScore, USUAL_SENSITIVITY } from '@vedette/vision/settings'
import { clipPath, hasFootage, type Labels, labels } from '@vedette/vision/testing/footage'
import { peopleScore, type PeopleScore } from '@vedette/vision/testing/people-score'
import { hasMotion, motionScore } from './motion-peer.ts'
import { looksAt, type Score, scored, Stretches } from '@vedette/vision/testing/stretches'

/** One set for all clips: what a camera has whose switches are put on, and nothing else of its settings is touched. */
const SETTINGS: LookSettings = {
  motion: true,
  human: true,
  follow: 'none',
  sensitivity: NO_ALARMS.Sensitivity,
  zones: NO_ALARMS.Zones,
}
/** What labels say of a clip; anything else would be a setting of its own. */
const LABELS = new Set(['fps', 'person', 'motion', 'ignore_person', 'ignore_motion', 'boxes', 'note'])
const PEOPLE_CLIP = 'pets_a'
const PROMISED = { precision: 0.95, recall: 0.8 }
const PYTHON = '/usr/bin/python3'
/** What OpenCV's own example takes. */
const HOG_LEAST = 0.5

interface Row {
  clip: string
  motion: Score
  human: Score
  /** The score of Debian's `motion`; undefined where it is not installed. */
  peer: Score | undefined
  detectMs: number
}

export async function benchDetection(): Promise<void> {
  if (!hasFootage) return console.log('\ndetection: no footage beside the repository (../shared/footage)')
  const cacheFolder = await mkdtemp(join(tmpdir(), 'vedette-bench-model-'))
  const opened = await openOnnxDetector({ cacheFolder })
  if (!opened.ok) return console.log(`\ndetection: ${opened.detail}`)
  const { detector } = opened
  const clips = Object.entries(labels())
  const own = clips.flatMap(([clip, label]) =>
    Object.keys(label)
      .filter((name) => !LABELS.has(name))
      .map((name) => `${clip}.${name}`),
  )
  if (own.length > 0) throw new Error(`clips with settings of their own: ${own.join(', ')}`)
  const rows: Row[] = []
  for (const [clip, label] of clips) {
    const peer = hasMotion ? await motionScore(clip, label) : undefined
    rows.push({ ...(await measured(clip, label, detector)), peer })
  }
  console.log(`\nevents by the settings that ship (sensitivity ${USUAL_SENSITIVITY}), 5 looks a second`)
  console.table(rows.map(shown))
  if (!hasMotion) console.log("Debian's motion is not installed: apt-get install motion")
  const fps = labels()[PEOPLE_CLIP]?.fps ?? 0
  const ours = await peopleScore(
    PEOPLE_CLIP,
    fps,
    (picture) => detector.find(picture),
    personScore(USUAL_SENSITIVITY),
  )
  const hog = await hogScore(fps)
  console.log(`\npeople in ${PEOPLE_CLIP}, boxes that overlap by 0.4`)
  console.table([
    asRow(detector.name, ours),
    hog ? asRow("OpenCV's HOG", hog) : { detector: "OpenCV's HOG: python3-opencv is not installed" },
  ])
  await detector.close()
  await rm(cacheFolder, { recursive: true })
  if (!isKept(rows, ours)) process.exitCode = 1
}

/** Every look waits for the detector, as on a machine that keeps up. */
async function measured(clip: string, label: Labels, detector: PersonDetector): Promise<Omit<Row, 'peer'>> {
  const running = { motion: new Stretches(), human: new Stretches() }
  const isOn = { motion: false, human: false }
  const turn = (kind: EventKind, is: boolean): void => void (isOn[kind] = is)
  let asked: Parameters<ConstructorParameters<typeof CameraLook>[1]['onLookForPeople']> | undefined
  const look = new CameraLook(SETTINGS, {
    onBegin: (kind) => turn(kind, true),
    onTouch: () => {},
    onEnd: (kind) => turn(kind, false),
    onPicture: () => {},
    onSeen: () => {},
    onLookForPeople: (...picture) => void (asked = picture),
  })
  let [detections, detectMs] = [0, 0]
  for await (const { picture, atMs } of looksAt(clip, label.fps)) {
    asked = undefined
    look.look(picture, atMs)
    if (asked) {
      const before = performance.now()
      const found = await detector.find(picture)
      detectMs += performance.now() - before
      detections++
      look.people(found, picture, atMs)
    }
    for (const kind of ['motion', 'human'] as const) running[kind].note(isOn[kind], atMs / 1000)
  }
  for (const stretches of Object.values(running)) stretches.end()
  const { fps } = label
  return {
    clip,
    motion: scored(running.motion.all, label.motion, label.ignore_motion, fps),
    human: scored(running.human.all, label.person, label.ignore_person, fps),
    detectMs: detections > 0 ? detectMs / detections : 0,
  }
}

async function hogScore(fps: number): Promise<PeopleScore | undefined> {
  if (spawnSync(PYTHON, ['-c', 'import cv2']).status !== 0) return undefined
  const script = resolve(import.meta.dirname, 'hog.py')
  const lines = execFileSync(PYTHON, [script, clipPath(PEOPLE_CLIP), String(fps), String(HOG_LEAST)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).split('\n')
  let look = 0
  return peopleScore(PEOPLE_CLIP, fps, async () => peopleIn(lines[look++] ?? '[]'), 0)
}

/** Our own script wrote it. */
const peopleIn = (line: string): Person[] => JSON.parse(line) as Person[]

const shown = ({ clip, motion, human, peer, detectMs }: Row) => ({
  clip,
  'motion found': `${motion.found}/${motion.events}`,
  'motion false': motion.false.length,
  ...(peer && {
    "Debian's motion found": `${peer.found}/${peer.events}`,
    "Debian's motion false": peer.false.length,
  }),
  'human found': `${human.found}/${human.events}`,
  'human false': human.false.length,
  'ms a detection': detectMs.toFixed(1),
})

const asRow = (detector: string, { precision, recall }: PeopleScore) => ({
  detector,
  'right, %': (precision * 100).toFixed(1),
  'found, %': (recall * 100).toFixed(1),
})

function isKept(rows: readonly Row[], { precision, recall }: PeopleScore): boolean {
  const areEvents = rows.every(({ motion, human }) =>
    [motion, human].every((score) => score.found === score.events && score.false.length === 0),
  )
  return areEvents && precision >= PROMISED.precision && recall >= PROMISED.recall
}
