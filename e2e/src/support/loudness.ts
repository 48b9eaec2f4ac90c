/** What a page plays, listened to where it leaves the page. */
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** The largest sample since it was asked last, 0 to 1. */
    loudest(): number
  }
}

/** From the page's next load on. */
export async function listenTo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let loudest = 0
    const listen = (analyser: AnalyserNode): void => {
      const samples = new Float32Array(analyser.fftSize)
      setInterval(() => {
        analyser.getFloatTimeDomainData(samples)
        loudest = Math.max(loudest, ...samples.map(Math.abs))
      }, 20)
    }
    const connect = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect')
    Object.defineProperty(AudioNode.prototype, 'connect', {
      ...connect,
      value(this: AudioNode, ...to: [AudioNode]) {
        if (to[0] instanceof AudioDestinationNode) {
          const analyser = new AnalyserNode(this.context, { fftSize: 2048 })
          Reflect.apply(connect?.value, this, [analyser])
          listen(analyser)
        }
        return Reflect.apply(connect?.value, this, to)
      },
    })
    window.loudest = () => {
      const answer = loudest
      loudest = 0
      return answer
    }
  })
}
