/** Media tickets: docs/protocol.md, "Socket". Made by the console, checked by the gate. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const LIFETIME_MS = 60_000

export interface Ticket {
  sessionId: string
  expiresMs: number
  nonce: string
}

/** `key` is the hex Key of 4117, `nowMs` the gate's time as the console knows it. */
export function makeTicket(key: string, sessionId: string, nowMs: number): string {
  const claims = `${sessionId}.${Math.round(nowMs) + LIFETIME_MS / 2}.${bytesToHex(randomBytes(8))}`
  return `${claims}.${sign(key, claims)}`
}

/** The claims of a ticket, before anyone asked whether they are true: the session tells which key checks it. */
export function readTicket(ticket: string): Ticket | undefined {
  const match = /^([0-9A-Za-z]{1,64})\.(\d{13})\.([0-9a-f]{16})\.[0-9a-f]{64}$/.exec(ticket)
  if (!match) return undefined
  const [, sessionId = '', expires = '', nonce = ''] = match
  return { sessionId, expiresMs: Number(expires), nonce }
}

/** Whether the key made this ticket and it has neither expired nor been dated beyond a ticket's lifetime. */
export function isTicketOf(key: string, ticket: string, nowMs: number): boolean {
  const claims = readTicket(ticket)
  if (!claims || claims.expiresMs < nowMs || claims.expiresMs > nowMs + LIFETIME_MS) return false
  const cut = ticket.lastIndexOf('.')
  return equalInConstantTime(sign(key, ticket.slice(0, cut)), ticket.slice(cut + 1))
}

function sign(key: string, claims: string): string {
  return bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(claims)))
}

function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
