import { createTransport } from 'nodemailer'

import type { Secret } from '../secret-box.ts'
import type { Driver } from './senders.ts'

const LIMIT_MS = 30_000

/** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with the user and password in the URL. */
export function smtpMail(url: Secret, from: string): Driver {
  const { protocol, hostname, port, username, password } = new URL(url.reveal())
  const isSecure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: Number(port || (isSecure ? 465 : 587)),
    secure: isSecure,
    // A password never goes over a connection that is not encrypted.
    requireTLS: !isSecure && username !== '',
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (address, { subject, text }) => {
    // As an object, so that an address with a comma stays one.
    await transport.sendMail({ from, to: { name: '', address }, subject, text })
  }
}
