/** What a server that is ready says: to the starter by a message, to a person in print. */
import { X509Certificate } from 'node:crypto'
import { styleText } from 'node:util'

import { PORT as USUAL_MQTT_PORT } from '@vedette/devices/mqtt/broker'
import { z } from 'zod'

export const Ready = z.object({
  type: z.literal('ready'),
  /** Address to open in a browser. */
  address: z.string(),
  /** Where gateways and scanning guns connect. */
  mqttPort: z.int(),
  /** SHA-256 of the key that seals recordings and signs evidence, hex. */
  sealFingerprint: z.string(),
  /** PEM, when the platform made it itself. */
  ownCertificate: z.string().optional(),
  /** Password of the company that this start founded, when nobody gave one. */
  firstPassword: z.string().optional(),
})
export type Ready = z.infer<typeof Ready>

/** Told in one piece, so that who reads the address has the password as well. */
export function greet(ready: Omit<Ready, 'type'>): void {
  const { address, mqttPort, sealFingerprint, ownCertificate, firstPassword } = ready
  const lines = [`Vedette is at ${address}`]
  if (mqttPort !== USUAL_MQTT_PORT)
    lines.push(`Gateways and scanning guns connect by MQTT at port ${mqttPort}`)
  if (ownCertificate !== undefined) {
    const { fingerprint256 } = new X509Certificate(ownCertificate)
    lines.push(`It made its certificate itself, SHA-256 fingerprint ${fingerprint256}`)
  }
  lines.push(`Evidence is signed with the key of SHA-256 fingerprint ${sealFingerprint}`)
  if (firstPassword !== undefined)
    lines.push(`First login: enterprise demo, account demo_admin, password ${firstPassword}`)
  // Bold on a terminal alone, and with air around what is told but once.
  const text = styleText('bold', lines.join('\n'), { stream: process.stdout })
  console.log(firstPassword === undefined ? text : `\n${text}\n`)
}
