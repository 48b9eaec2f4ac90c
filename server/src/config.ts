/** The environment, read once. The table of names is docs/configuration.md's. */
import { BlockList, isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

import { passwordFault } from '@vedette/contract/password-rule'
import type { Variant } from '@vedette/contract/pages'

import { OperatorError } from './engines/operator-error.ts'
import { Secret } from './engines/secret-box.ts'
import { type MapConfig, NO_MAP, readMapFile } from './map-config.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const DETECTION = ['auto', 'off', 'node-av', 'ffmpeg'] as const

export interface Config {
  host: string
  /** 0: any free one. */
  port: number
  dataFolder: string
  /** The first administrator's; a random one when absent. */
  adminPassword: Secret | undefined
  databaseUrl: string | undefined
  /** `files`: PEM, the certificate chain and its key · `own`: one that the platform makes · undefined: plain HTTP. */
  tls: { kind: 'files'; certPath: string; keyPath: string } | { kind: 'own' } | undefined
  /** Where browsers reach the platform when that is not where it listens. */
  publicUrl: URL | undefined
  /** Proxies whose X-Forwarded-For is believed: addresses and CIDR blocks. */
  trustedProxies: readonly string[]
  /** Origins besides the platform's own whose pages may call it. */
  allowedOrigins: readonly string[]
  secretKey: Secret | undefined
  /** Networks in which cameras may stand; any when empty. CIDR blocks. */
  cameraNetworks: readonly string[]
  /** Ports of this machine's loopback at which simulated cameras stand. */
  loopbackCameraPorts: readonly number[]
  /** Ports of this machine's loopback at which identity providers stand, for a platform that others reach. */
  loopbackProviderPorts: readonly number[]
  /** Ports at which shards take RTP over UDP, as `first-last`; any free ones when absent. */
  udpPorts: string | undefined
  /** Where gateways and scanning guns connect. 0: any free one; undefined: the usual one, or a free one where that is taken. */
  mqttPort: number | undefined
  /** How many shard processes. */
  shards: number
  /** How many streams of H.265 are converted at a time for browsers that can't play it; 0: none. */
  transcodings: number
  /** Where mail goes, user and password within. */
  smtpUrl: Secret | undefined
  /** The sender of mails. */
  mailFrom: string
  /** The HTTP gateway of text messages. */
  smsUrl: URL | undefined
  smsToken: Secret | undefined
  /** Where recordings are; in the data folder when absent. */
  archiveFolder: string | undefined
  /** Where a built console is, when it is not the one beside this program. */
  consoleFolder: string | undefined
  /** What they may take; 0: what the disk has. */
  archiveBytes: number
  /** Kept on the data folder's disk for when it is full; 0: none. */
  reserveBytes: number
  /** What decodes for the platform's own detection: what is found, this one, or nothing. */
  detection: (typeof DETECTION)[number]
  /** An ONNX file that finds people, or `off`; the package's model when absent. */
  personModel: string | undefined
  /** Who holds it reads `/metrics` from anywhere. */
  metricsToken: Secret | undefined
  logLevel: LogLevel
  variants: readonly Variant[]
  /** Language of what the platform names itself: its first company and every company's first role. */
  language: OwnLanguage
  map: MapConfig
}

const OWN_LANGUAGES = ['en', 'zh-cn'] as const
export type OwnLanguage = (typeof OWN_LANGUAGES)[number]

/** The platform can't start so; the message is one sentence for its operator. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

/** The names that the first administrator's password may not contain. */
export const ADMIN_NAMES: readonly string[] = ['admin', 'demo_admin']

/** Throws ConfigError, naming the variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // A variable that is set but empty counts as not set, as in compose files.
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  const host = text('VEDETTE_HOST') ?? '127.0.0.1'
  const ownTls = ownTlsAt(host, text('VEDETTE_INSECURE_HTTP'))
  const config: Config = {
    host,
    port: integer('VEDETTE_PORT', text('VEDETTE_PORT') ?? '8080', 0, 65_535),
    dataFolder: resolve(text('VEDETTE_DATA') ?? './data'),
    adminPassword: adminPassword(text('VEDETTE_ADMIN_PASSWORD')),
    databaseUrl: databaseUrl(text('VEDETTE_DATABASE_URL')),
    tls: tlsFiles(text('VEDETTE_TLS_CERT'), text('VEDETTE_TLS_KEY')) ?? ownTls,
    publicUrl: publicUrl(text('VEDETTE_PUBLIC_URL')),
    trustedProxies: list(text('VEDETTE_TRUSTED_PROXIES')).map((it) => network('VEDETTE_TRUSTED_PROXIES', it)),
    allowedOrigins: list(text('VEDETTE_ALLOWED_ORIGINS')).map((it) => origin('VEDETTE_ALLOWED_ORIGINS', it)),
    secretKey: secret(text('VEDETTE_SECRET_KEY')),
    cameraNetworks: list(text('VEDETTE_CAMERA_NETWORKS')).map((it) => block('VEDETTE_CAMERA_NETWORKS', it)),
    loopbackCameraPorts: list(text('VEDETTE_LOOPBACK_CAMERAS')).map((it) =>
      integer('VEDETTE_LOOPBACK_CAMERAS', it, 1, 65_535),
    ),
    loopbackProviderPorts: list(text('VEDETTE_LOOPBACK_PROVIDERS')).map((it) =>
      integer('VEDETTE_LOOPBACK_PROVIDERS', it, 1, 65_535),
    ),
    udpPorts: portRange(text('VEDETTE_UDP_PORTS')),
    mqttPort: optionalPort('VEDETTE_MQTT_PORT', text('VEDETTE_MQTT_PORT')),
    shards: integer('VEDETTE_SHARDS', text('VEDETTE_SHARDS') ?? '1', 1, 64),
    transcodings: integer(
      'VEDETTE_TRANSCODINGS',
      text('VEDETTE_TRANSCODINGS') ?? String(usualTranscodings()),
      0,
      64,
    ),
    smtpUrl: smtpUrl(text('VEDETTE_SMTP_URL')),
    mailFrom: mailFrom(text('VEDETTE_MAIL_FROM')),
    smsUrl: webAddress('VEDETTE_SMS_URL', text('VEDETTE_SMS_URL')),
    smsToken: secret(text('VEDETTE_SMS_TOKEN')),
    archiveFolder: folder(text('VEDETTE_ARCHIVE')),
    consoleFolder: folder(text('VEDETTE_CONSOLE')),
    archiveBytes: integer('VEDETTE_ARCHIVE_GB', text('VEDETTE_ARCHIVE_GB') ?? '20', 0, 1_000_000) * 1e9,
    reserveBytes: integer('VEDETTE_RESERVE_MB', text('VEDETTE_RESERVE_MB') ?? '64', 0, 100_000) * 1024 ** 2,
    detection: oneOf('VEDETTE_DETECTION', DETECTION, text('VEDETTE_DETECTION') ?? 'auto'),
    personModel: personModel(text('VEDETTE_PERSON_MODEL')),
    metricsToken: secret(text('VEDETTE_METRICS_TOKEN')),
    logLevel: oneOf('VEDETTE_LOG_LEVEL', LOG_LEVELS, text('VEDETTE_LOG_LEVEL') ?? 'info'),
    variants: ['base', ...list(text('VEDETTE_VARIANTS')).map(variant)],
    language: ownLanguage(text('VEDETTE_LANGUAGE')),
    map: mapFile(text('VEDETTE_MAP')),
  }
  refuseUnbuilt(text)
  return config
}

/** One fills most of a core, and what is watched and recorded as it came needs the others. */
function usualTranscodings(): number {
  return Math.max(1, Math.floor(availableParallelism() / 4))
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Listens on every interface, so it names none. */
export function isWildcardHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Passwords and tokens cross this connection, so beyond this machine it is encrypted unless the operator insists. */
function ownTlsAt(host: string, insecure: string | undefined): Config['tls'] {
  if (insecure !== undefined && insecure !== '0' && insecure !== '1')
    throw new ConfigError(`VEDETTE_INSECURE_HTTP is 1 or 0, not "${insecure}"`)
  return isLoopbackHost(host) || insecure === '1' ? undefined : { kind: 'own' }
}

/** An operator who asked for them must not believe that they are in use. */
function refuseUnbuilt(text: (name: string) => string | undefined): void {
  for (const name of ['VEDETTE_NATS_URL', 'VEDETTE_S3_URL'])
    if (text(name)) throw new ConfigError(`${name} is not supported by this version: remove it`)
}

function adminPassword(value: string | undefined): Secret | undefined {
  if (value === undefined) return undefined
  const fault = passwordFault(value, ADMIN_NAMES)
  const sentences = {
    required: 'is empty',
    length: 'must have 8 to 14 characters',
    sequence: 'contains four characters in keyboard or alphabet order',
    userName: 'contains the account name admin or its reverse',
    classes: 'must have three of: digits, small letters, capital letters, special characters',
    simple: 'must have 6 to 14 letters or digits',
  } as const
  if (fault) throw new ConfigError(`VEDETTE_ADMIN_PASSWORD ${sentences[fault]}`)
  return new Secret(value)
}

function databaseUrl(value: string | undefined): string | undefined {
  if (value === undefined || /^postgres(ql)?:\/\//.test(value)) return value
  throw new ConfigError('VEDETTE_DATABASE_URL has to begin with postgres://')
}

function portRange(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const [, first = 0, last = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(value) ?? []).map(Number)
  if (first >= 1024 && last <= 65_535 && last > first) return value
  throw new ConfigError(`VEDETTE_UDP_PORTS is a range such as 20000-20999, not "${value}"`)
}

function tlsFiles(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw new ConfigError('VEDETTE_TLS_CERT is missing beside VEDETTE_TLS_KEY')
  if (key === undefined) throw new ConfigError('VEDETTE_TLS_KEY is missing beside VEDETTE_TLS_CERT')
  return { kind: 'files', certPath: resolve(cert), keyPath: resolve(key) }
}

function publicUrl(value: string | undefined): URL | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    throw new ConfigError(`VEDETTE_PUBLIC_URL is no address such as https://video.example.com/: "${value}"`)
  return url
}

/** Its value is never repeated: a password may stand in it. */
function smtpUrl(value: string | undefined): Secret | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname)
    throw new ConfigError('VEDETTE_SMTP_URL is no address such as smtps://user:password@mail.example.com')
  return new Secret(value)
}

function mailFrom(value: string | undefined): string {
  if (value === undefined) return 'vedette@localhost'
  if (/^[^\s@<>,]+@[^\s@<>,]+$/.test(value)) return value
  throw new ConfigError(`VEDETTE_MAIL_FROM is a mail address, not "${value}"`)
}

function webAddress(name: string, value: string | undefined): URL | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new ConfigError(`${name} is no address such as https://gateway.example.com/send`)
  return url
}

function origin(name: string, value: string): string {
  const url = URL.parse(value)
  if (!url || url.origin === 'null' || url.origin !== value.replace(/\/$/, '').toLowerCase())
    throw new ConfigError(`${name} lists origins such as https://console.example.com, not "${value}"`)
  return url.origin
}

function network(name: string, value: string): string {
  return isIP(value) ? value : block(name, value)
}

function block(name: string, value: string): string {
  const [address = '', prefix = ''] = value.split('/')
  try {
    if (!/^\d{1,3}$/.test(prefix)) throw new RangeError('no prefix length')
    new BlockList().addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4')
    return value
  } catch (cause) {
    throw new ConfigError(`${name} lists networks such as 192.168.0.0/16, not "${value}"`, { cause })
  }
}

function oneOf<Word extends string>(name: string, words: readonly Word[], value: string): Word {
  const word = words.find((it) => it === value)
  if (word === undefined) throw new ConfigError(`${name} is one of ${words.join(', ')}, not "${value}"`)
  return word
}

function personModel(value: string | undefined): string | undefined {
  return value === 'off' ? value : folder(value)
}

/** The starter names the simulated devices in it as well. */
export function ownLanguage(value = 'en'): OwnLanguage {
  return oneOf('VEDETTE_LANGUAGE', OWN_LANGUAGES, value)
}

function mapFile(path: string | undefined): MapConfig {
  return path === undefined ? NO_MAP : readMapFile(resolve(path))
}

function variant(value: string): Variant {
  if (value === 'community' || value === 'telecom') return value
  throw new ConfigError(`VEDETTE_VARIANTS lists community and telecom, not "${value}"`)
}

function integer(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new ConfigError(`${name} is a number from ${least} to ${most}, not "${value}"`)
}

function optionalPort(name: string, value: string | undefined): number | undefined {
  return value === undefined ? undefined : integer(name, value, 0, 65_535)
}

function folder(value: string | undefined): string | undefined {
  return value === undefined ? undefined : resolve(value)
}

function secret(value: string | undefined): Secret | undefined {
  return value === undefined ? undefined : new Secret(value)
}

function list(value: string | undefined): string[] {
  return (value ?? '').split(',').flatMap((item) => item.trim() || [])
}
