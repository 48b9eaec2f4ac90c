import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { isMissing, writeDurably } from './durable-file.ts'
import { OperatorError } from './operator-error.ts'

const KEY_BYTES = 32
const KEY_FILE = 'secret.key'
const CIPHER = 'aes-256-gcm'
const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A password or key that can't be printed by mistake. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}

/** The owner of the credentials in a box; it opens for the owner alone. */
export interface SecretOwner {
  readonly companyId: string
  readonly did: string
}

/** Seals the credentials of devices for storing. */
export class SecretBox {
  readonly #key: KeyObject

  constructor(key: KeyObject) {
    this.#key = key
  }

  /** A key for another purpose, which tells nothing of this one. */
  derivedKey(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, '', purpose, KEY_BYTES))
  }

  /** Base64url of: format (1 byte), nonce (12), tag (16), ciphertext. */
  seal(secret: Secret, owner: SecretOwner): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(associatedData(owner))
    const ciphertext = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
  }

  open(box: string, owner: SecretOwner): Secret {
    const bytes = Buffer.from(box, 'base64url')
    if (bytes[0] !== FORMAT || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) {
      throw new Error(`no sealed secret of device ${owner.did}: format ${bytes[0]}, ${bytes.length} bytes`)
    }
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
    const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(associatedData(owner)).setAuthTag(tag)
    try {
      const text = decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES))
      return new Secret(Buffer.concat([text, decipher.final()]).toString('utf8'))
    } catch (cause) {
      throw new Error(`the secret of device ${owner.did} was sealed with another key or for another device`, {
        cause,
      })
    }
  }
}

// An array in JSON, so that no two owners give the same bytes.
function associatedData({ companyId, did }: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify([companyId, did]))
}

/** The box with the configured key (32 bytes in base64 or hex), else with that of the folder. A missing one is made, or refused to who only reads. */
export async function openSecretBox(
  folder: string,
  configuredKey: Secret | undefined,
  whenMissing: 'make' | 'refuse' = 'make',
): Promise<SecretBox> {
  if (configuredKey) return new SecretBox(keyOf(configuredKey.reveal(), 'VEDETTE_SECRET_KEY'))
  const path = join(folder, KEY_FILE)
  const found = await readKeyFile(path)
  if (found === undefined && whenMissing === 'refuse')
    throw new OperatorError(
      `${path} is not there: put it back, or set VEDETTE_SECRET_KEY. Where it is lost for good, npm run forget-key lets the next start make another one`,
    )
  const text = found ?? (await makeKeyFile(path))
  return new SecretBox(keyOf(text, path))
}

function keyOf(text: string, origin: string): KeyObject {
  const trimmed = text.trim()
  const bytes = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (bytes.length !== KEY_BYTES) {
    throw new OperatorError(
      `${origin} is no key: it has to be ${KEY_BYTES} bytes in base64 or hex, as openssl rand -hex 32 makes them`,
    )
  }
  return createSecretKey(bytes)
}

async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path)
    // Windows has no such bits.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new OperatorError(
        `${path} can be read by other users: chmod 600 it, and change the cameras' passwords if they may have`,
      )
    }
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function makeKeyFile(path: string): Promise<string> {
  const text = `${randomBytes(KEY_BYTES).toString('hex')}\n`
  await writeDurably(path, text, 0o600)
  return text
}
