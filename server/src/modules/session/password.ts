/** Passwords are kept as argon2id (RFC 9106) in the PHC string format. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

const COSTS = {
  /** OWASP's smaller setting: 19 MiB, two passes, one lane. */
  usual: { memory: 19_456, passes: 2, parallelism: 1 },
  /** Next to nothing, for tests: they make thousands of accounts. */
  cheap: { memory: 8, passes: 1, parallelism: 1 },
}
let cost = COSTS.usual
const SALT_BYTES = 16
const TAG_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$([\w+/]+)\$([\w+/]+)$/

/** What each hash costs from now on. Used by tests alone. */
export function setPasswordCost(name: keyof typeof COSTS): void {
  cost = COSTS[name]
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive('argon2id', { ...cost, message: password, nonce: salt, tagLength: TAG_BYTES })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory = '', passes = '', parallelism = '', salt = '', tag = ''] = PHC.exec(stored) ?? []
  if (!tag) throw new Error(`not a password hash: ${stored.length} characters`)
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** Takes as long as a real comparison and is never right: for accounts that do not exist. */
export async function isNobodysPassword(password: string): Promise<false> {
  await derive('argon2id', {
    ...cost,
    message: password,
    nonce: Buffer.alloc(SALT_BYTES),
    tagLength: TAG_BYTES,
  })
  return false
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
