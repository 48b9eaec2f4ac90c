/** What a page plays, listened to where it leaves the page. */
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** The largest sample since it was asked last, 0 to 1. */
    loudest(): number
  }
}

/** From the page's next load on: what goes to a destination of Web Audio, and what media elements play that are not mute. */
export async function listenTo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LISTEN_MS = 100
    let loudest = 0
    const listen = (analyser: AnalyserNode): void => {
      const samples = new Float32Array(analyser.fftSize)
      const timer = setInterval(() => {
        // What it heard last it would tell for ever.
        if (analyser.context.state === 'closed') return clearInterval(timer)
        analyser.getFloatTimeDomainData(samples)
        for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample))
      }, LISTEN_MS)
    }
    const connect = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect')
    Object.defineProperty(AudioNode.prototype, 'connect', {
      ...connect,
      value(this: AudioNode, ...to: [AudioNode]) {
        if (to[0] instanceof AudioDestinationNode) {
          // Two thirds of a second, so that nothing is missed by a page that is busy for a while.
          const analyser = new AnalyserNode(this.context, { fftSize: 32_768 })
          Reflect.apply(connect?.value, this, [analyser])
          listen(analyser)
        }
        return Reflect.apply(connect?.value, this, to)
      },
    })
    const muted = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'muted')
    const led = new WeakSet<HTMLMediaElement>()
    Object.defineProperty(HTMLMediaElement.prototype, 'muted', {
      ...muted,
      set(this: HTMLMediaElement, isMuted: boolean) {
        if (!isMuted && !led.has(this)) {
          led.add(this)
          // From here on it sounds through Web Audio alone, as loud as its volume says.
          const context = new AudioContext()
          context.createMediaElementSource(this).connect(context.destination)
        }
        muted?.set?.call(this, isMuted)
      },
    })
    window.loudest = () => {
      const answer = loudest
      loudest = 0
      return answer
    }
  })
}
