/** The server's process: configuration, signals. */
import { ConfigError, readConfig } from './config.ts'
import { greet, type Ready } from './greeting.ts'
import { startPlatform } from './platform.ts'

const STOP_LIMIT_MS = 5000

try {
  const platform = await startPlatform(readConfig(process.env))
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    platform.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  // A starter that is gone cannot stop us any more.
  process.on('disconnect', stop)
  const { address } = platform
  const firstPassword = platform.firstPassword?.reveal()
  if (process.send) process.send({ type: 'ready', address, firstPassword } satisfies Ready)
  else greet({ address, firstPassword })
} catch (error) {
  console.error(sentenceOf(error) ?? error)
  process.exit(1)
}

/** What the operator can mend is told in a sentence; a bug keeps its stack. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code === 'EADDRINUSE')
    return `Vedette can't listen: ${error.message}. Set VEDETTE_PORT to a free port.`
  if (error.code === 'EACCES') return `Vedette may not use what it needs: ${error.message}`
  return undefined
}
