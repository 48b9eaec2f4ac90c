// Runs in a worker: what is signed, what is chained, and each file against its hashes.
const hexOf = (bytes) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const utf8 = (text) => new TextEncoder().encode(text)
const sha256 = async (bytes) => hexOf(await crypto.subtle.digest('SHA-256', bytes))

/** Letters that base64 does not have were altered: they stand for zeros, and the hash differs. */
function bytesOf(base64) {
  const clean = base64
    .replace(/\s/g, '')
    .replace(/[^A-Za-z0-9+/=]/g, 'A')
    .replace(/=(?=[^=])/g, 'A')
  const text = atob(clean.slice(0, clean.length - (clean.length % 4)))
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

// Ed25519 of RFC 8032, for browsers whose own does not know it yet.
const P = 2n ** 255n - 19n
const L = 2n ** 252n + 27742317777372353535851937790883648493n
const mod = (a, m = P) => ((a % m) + m) % m
function power(base, exponent) {
  let result = 1n
  for (base = mod(base); exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = mod(result * base)
    base = mod(base * base)
  }
  return result
}
const D = mod(-121665n * power(121666n, P - 2n))
const little = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
function point(bytes) {
  const all = little(bytes)
  const y = all & (2n ** 255n - 1n)
  if (y >= P) return undefined
  const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)]
  let x = mod(u * v ** 3n * power(u * v ** 7n, (P - 5n) / 8n))
  if (mod(v * x * x) !== u) x = mod(x * power(2n, (P - 1n) / 4n))
  if (mod(v * x * x) !== u) return undefined
  if ((x & 1n) !== all >> 255n) x = mod(-x)
  return [x, y, 1n, mod(x * y)]
}
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const [a, b] = [mod((y1 - x1) * (y2 - x2)), mod((y1 + x1) * (y2 + x2))]
  const [c, d] = [mod(2n * t1 * t2 * D), mod(2n * z1 * z2)]
  const [e, f, g, h] = [b - a, d - c, d + c, b + a]
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)]
}
function times(scalar, base) {
  let result = [0n, 1n, 1n, 0n]
  for (; scalar > 0n; scalar >>= 1n) {
    if (scalar & 1n) result = add(result, base)
    base = add(base, base)
  }
  return result
}
const BASE = point(Uint8Array.of(0x58, ...Array(31).fill(0x66)))
async function isSignedSlowly(key, message, signature) {
  const [r, a, s] = [point(signature.slice(0, 32)), point(key), little(signature.slice(32))]
  if (signature.length !== 64 || !r || !a || s >= L) return false
  const said = Uint8Array.from([...signature.slice(0, 32), ...key, ...message])
  const k = mod(little(new Uint8Array(await crypto.subtle.digest('SHA-512', said))), L)
  const [left, right] = [times(s, BASE), add(r, times(k, a))]
  return (
    mod(left[0] * right[2]) === mod(right[0] * left[2]) && mod(left[1] * right[2]) === mod(right[1] * left[2])
  )
}

/** `der`: SubjectPublicKeyInfo, whose last 32 bytes are the key. */
async function isSigned(der, message, signature) {
  let key
  try {
    key = await crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify'])
  } catch {
    return isSignedSlowly(der.slice(-32), message, signature)
  }
  return crypto.subtle.verify('Ed25519', key, signature, message)
}

/** Whether the hashes of a stretch lead to a place that the key has sealed. */
async function isChained({ files, proof }, der) {
  const hashes = files.slice(proof.unbound).map((file) => file.sha256)
  if (hashes.join() !== proof.hashes.join()) return false
  let link = proof.startLink
  for (const hash of [...proof.hashes, ...proof.after]) link = await sha256(utf8(link + hash))
  const seq = proof.startSeq + proof.hashes.length + proof.after.length
  const { seal } = proof
  const leaf = await sha256(utf8(`${proof.stream} ${seq} ${link}`))
  if (leaf !== seal.leaf || !seal.leaves.includes(leaf)) return false
  const [purpose, number, at, , , root] = JSON.parse(seal.statement)
  if (purpose !== 'archive seals 2' || number !== seal.number || at !== seal.at) return false
  if (root !== (await sha256(utf8(seal.leaves.join('\n'))))) return false
  return isSigned(der, utf8(seal.statement), bytesOf(seal.signature))
}

let manifest
const fileOf = new Map()

const actions = {
  async start({ manifestText, signature, key }) {
    const said = bytesOf(manifestText)
    const der = bytesOf(new TextDecoder().decode(bytesOf(key)).replace(/-----[^-]+-----/g, ''))
    const isWhole = await isSigned(der, said, bytesOf(signature))
    try {
      manifest = JSON.parse(new TextDecoder().decode(said))
    } catch {
      return { isWhole: false }
    }
    const fingerprint = await sha256(der)
    const chained = []
    for (const stretch of manifest.stretches) {
      for (const file of stretch.files) fileOf.set(file.id, file)
      chained.push(await isChained(stretch, der))
    }
    return { isWhole: isWhole && manifest.key === fingerprint, manifest, fingerprint, chained }
  },

  async file({ id, text }) {
    const file = fileOf.get(id)
    const bytes = bytesOf(text)
    const isWhole = bytes.length === file.bytes && (await sha256(bytes)) === file.sha256
    const bad = []
    if (!isWhole)
      for (const [offset, length, startMs, endMs, hash] of file.pieces)
        if ((await sha256(bytes.subarray(offset, offset + length))) !== hash) bad.push([startMs, endMs])
    return { isWhole, bad, buffer: bytes.buffer }
  },
}

self.onmessage = async ({ data }) => {
  try {
    const answer = await actions[data.type](data)
    self.postMessage({ ask: data.ask, answer }, answer.buffer ? [answer.buffer] : [])
  } catch (error) {
    self.postMessage({ ask: data.ask, fault: String(error) })
  }
}
