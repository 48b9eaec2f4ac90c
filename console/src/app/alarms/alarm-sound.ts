/** The sound of an alarm: two short tones, made here. */

/** Several alarms at once are one sound. */
const QUIET_MS = 3000
const TONES_HZ = [880, 660]
const TONE_S = 0.14
const LOUDNESS = 0.2

let context: AudioContext | undefined
let soundedMs = -Infinity
let isOurs = false

/** Only one of an account's tabs sounds: the first; in a browser without locks, those in sight. Returns how to let others. */
export function claimSound(account: string): () => void {
  if (!('locks' in navigator)) return () => {}
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let isOver = false
  void navigator.locks.request(`vedette-alarm-sound ${account}`, () => {
    if (!isOver) isOurs = true
    return ended
  })
  return () => {
    isOver = true
    isOurs = false
    end()
  }
}

function isTheOneThatSounds(): boolean {
  return 'locks' in navigator ? isOurs : document.visibilityState === 'visible'
}

/** Returns whether it sounds. */
export function soundAlarm(nowMs = performance.now()): boolean {
  if (nowMs - soundedMs < QUIET_MS || !isTheOneThatSounds()) return false
  soundedMs = nowMs
  context ??= new AudioContext()
  // Before the person has touched the page, a browser keeps it silent.
  void context.resume()
  for (const [at, hertz] of TONES_HZ.entries()) tone(context, hertz, context.currentTime + at * TONE_S)
  return true
}

function tone(on: AudioContext, hertz: number, startS: number): void {
  const oscillator = new OscillatorNode(on, { frequency: hertz })
  const gain = new GainNode(on, { gain: 0 })
  gain.gain.setValueAtTime(LOUDNESS, startS)
  // Ends without a click.
  gain.gain.exponentialRampToValueAtTime(0.001, startS + TONE_S)
  oscillator.connect(gain).connect(on.destination)
  oscillator.start(startS)
  oscillator.stop(startS + TONE_S)
}
