/** The simulator beside the platform, started again when it dies. */
import { type Child, startBeside } from './child.ts'
import { Simulated } from './simulated.ts'

const PAUSES_S = [1, 2, 5, 15, 60]
/** Who ran for so long did not die of how it was started. */
const LONG_MS = 60_000

export interface Simulator {
  /** What it says when it is ready for the first time. */
  ready: Promise<Simulated>
  /** Its gateways and guns connect there, also when it was started again. */
  connectTo(mqttPort: number): void
  stop(): void
}

export function keepSimulator(file: string, env: NodeJS.ProcessEnv): Simulator {
  const ready = Promise.withResolvers<Simulated>()
  let isStopping = false
  let shortLives = 0
  let child: Child
  let again: NodeJS.Timeout | undefined
  let isReady = false
  let mqttPort: number | undefined

  const connect = (): void => {
    if (isReady && mqttPort !== undefined) child.send({ type: 'broker', port: mqttPort })
  }

  const start = (): void => {
    const startedAt = performance.now()
    child = startBeside(file, env)
    void child.report(Simulated).then((simulated) => {
      if (!simulated) return
      if (again) console.log('The simulator runs again.')
      isReady = true
      connect()
      ready.resolve(simulated)
    })
    child.onExit(({ code }) => {
      isReady = false
      if (isStopping) return
      if (performance.now() - startedAt >= LONG_MS) shortLives = 0
      const pauseS = PAUSES_S[Math.min(shortLives++, PAUSES_S.length - 1)] ?? 60
      console.error(
        `The simulator ended with ${code}; its cameras are offline until it starts again in ${pauseS} s.`,
      )
      again = setTimeout(start, pauseS * 1000)
    })
  }
  start()

  return {
    ready: ready.promise,
    connectTo(port) {
      mqttPort = port
      connect()
    },
    stop() {
      isStopping = true
      clearTimeout(again)
      child.stop()
    },
  }
}
