/** Ends with 0 when the platform with this environment is ready, else with 1: the health check of the container image. */
import { get as getPlain } from 'node:http'
import { get as getEncrypted, type RequestOptions } from 'node:https'

import { readConfig } from './config.ts'

const LIMIT_MS = 5000

const { port, tls } = readConfig(process.env)
// Its certificate names other hosts than this one, if it is anybody's but its own.
const options: RequestOptions = { host: '127.0.0.1', port, path: '/healthz', rejectUnauthorized: false }
const request = tls ? getEncrypted(options) : getPlain(options)
request.setTimeout(LIMIT_MS, () => request.destroy(new Error(`no answer within ${LIMIT_MS} ms`)))
request.once('response', (response) => {
  response.resume()
  if (response.statusCode !== 200) fail(`/healthz says ${response.statusCode}`)
})
request.once('error', ({ message }) => fail(message))

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}
