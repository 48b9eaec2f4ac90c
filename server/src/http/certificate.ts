/** What the HTTPS server shows: the operator's certificate, or one that the platform made for itself and keeps. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'

import { canonicalAddress, kindOf } from '@vedette/devices/ip'

import type { Config } from '../config.ts'
import type { Clock } from '../engines/clock.ts'
import { isMissing, writeDurably } from '../engines/durable-file.ts'
import { OperatorError } from '../engines/operator-error.ts'
import { Secret } from '../engines/secret-box.ts'

const DAY_MS = 86_400_000
const VALID_DAYS = 397
const RENEW_BELOW_DAYS = 30
/** Clocks that are behind take it at once; part of its days. */
const BACKDATED_DAYS = 1

const CERT_FILE = 'cert.pem'
const KEY_FILE = 'key.pem'

export interface Certificate {
  /** The chain, PEM. */
  cert: string
  /** PEM. */
  key: Secret
}

interface Wanted extends Pick<Config, 'tls' | 'host' | 'publicUrl'> {
  /** Where an own certificate is kept. */
  folder: string
  clock: Clock
  /** The product's name. */
  brand: string
}

/** Undefined where the platform speaks plain HTTP. */
export async function openCertificate(wanted: Wanted): Promise<Certificate | undefined> {
  const { tls, folder, clock } = wanted
  if (tls === undefined) return undefined
  if (tls.kind === 'files')
    return {
      cert: await readFile(tls.certPath, 'utf8'),
      key: new Secret(await readFile(tls.keyPath, 'utf8')),
    }

  const names = namesOf(wanted, hostname())
  const kept = await readKept(folder)
  return kept && isFit(kept, names, clock.now()) ? kept : make(wanted, names)
}

/** What the platform is called in an own certificate: names in ASCII and addresses, loopback's always. */
export function namesOf({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>, machine: string): string[] {
  const told = [machine, host, publicUrl?.hostname ?? ''].flatMap((name) => canonicalName(name) ?? [])
  return [...new Set(['localhost', '127.0.0.1', '::1', ...told])]
}

/** Undefined for what can't stand in a certificate, such as the address of every interface. */
function canonicalName(text: string): string | undefined {
  const name = domainToASCII(text).replace(/\.$/, '')
  const address = canonicalAddress(text) ?? canonicalAddress(name)
  if (address !== undefined) return kindOf(address) === 'unspecified' ? undefined : address
  return name.length <= 253 && /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name) ? name : undefined
}

async function readKept(folder: string): Promise<Certificate | undefined> {
  const { cert, key } = pathsIn(folder)
  try {
    const { mode } = await stat(key)
    // Windows has no such bits.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new OperatorError(
        `${key} can be read by other users: delete it, and the next start makes another`,
      )
    return { cert: await readFile(cert, 'utf8'), key: new Secret(await readFile(key, 'utf8')) }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isFit({ cert, key }: Certificate, names: readonly string[], nowMs: number): boolean {
  let parsed: X509Certificate
  try {
    parsed = new X509Certificate(cert)
    // A start that was cut short may have replaced the key alone.
    if (!parsed.checkPrivateKey(createPrivateKey(key.reveal()))) return false
  } catch {
    // Whatever spoilt the files, they are nobody's but ours, and new ones do.
    return false
  }
  const isTimely =
    parsed.validFromDate.getTime() <= nowMs &&
    parsed.validToDate.getTime() - nowMs >= RENEW_BELOW_DAYS * DAY_MS
  return isTimely && names.every((name) => (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)))
}

async function make({ folder, clock, brand }: Wanted, names: readonly string[]): Promise<Certificate> {
  const notBeforeMs = clock.now() - BACKDATED_DAYS * DAY_MS
  // Loaded when it is needed, which is once a year.
  const { selfSigned } = await import('./self-signed.ts')
  const { cert, key } = await selfSigned({
    brand,
    names,
    notBefore: new Date(notBeforeMs),
    notAfter: new Date(notBeforeMs + VALID_DAYS * DAY_MS),
  })
  const paths = pathsIn(folder)
  await mkdir(join(folder, 'tls'), { recursive: true, mode: 0o700 })
  await writeDurably(paths.key, key, 0o600)
  await writeDurably(paths.cert, cert, 0o644)
  return { cert, key: new Secret(key) }
}

function pathsIn(folder: string): { cert: string; key: string } {
  return { cert: join(folder, 'tls', CERT_FILE), key: join(folder, 'tls', KEY_FILE) }
}
