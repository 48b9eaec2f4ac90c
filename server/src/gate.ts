/** The gate: configuration, signals. */
import { readConfig } from './config.ts'
import { operatorSentence } from './engines/storage/failures.ts'
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
  const { address, mqttPort, ownCertificate } = platform
  const firstPassword = platform.firstPassword?.reveal()
  const sealFingerprint = platform.recording.fingerprint
  const ready: Ready = { type: 'ready', address, mqttPort, sealFingerprint, ownCertificate, firstPassword }
  if (process.send) process.send(ready)
  else greet(ready)
} catch (error) {
  console.error(sentenceOf(error) ?? error)
  process.exit(1)
}

/** What the operator can mend is told in a sentence; a bug keeps its stack. */
function sentenceOf(error: unknown): string | undefined {
  const said = operatorSentence(error)
  if (said !== undefined) return said
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const { code, message } = error
  if (code === 'EADDRINUSE') return `Vedette can't listen: ${message}. Set VEDETTE_PORT to a free port.`
  if ('syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo'))
    return `Vedette can't listen: ${message}. Set VEDETTE_HOST and VEDETTE_PORT to what this machine has and allows.`
  if (String(code).startsWith('ERR_OSSL'))
    return `VEDETTE_TLS_CERT and VEDETTE_TLS_KEY hold no certificate and its key: ${message}`
  // A file or folder that is missing, no file, full, or another user's; Node's message names it.
  return 'path' in error ? `Vedette can't use what it needs: ${message}` : undefined
}
