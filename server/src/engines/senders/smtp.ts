import type { Secret } from '../secret-box.ts'
import type { Driver } from './senders.ts'

const LIMIT_MS = 30_000

/** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with the user and password in the URL. */
export function smtpMail(url: Secret, from: string): Driver {
  const { protocol, hostname, port, username, password } = new URL(url.reveal())
  const isSecure = protocol === 'smtps:'
  // Its code comes with the first message.
  const openTransport = async () =>
    (await import('nodemailer')).createTransport({
      host: hostname,
      port: Number(port || (isSecure ? 465 : 587)),
      secure: isSecure,
      // A password never goes over a connection that is not encrypted.
      requireTLS: !isSecure && username !== '',
      ...(username
        ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
        : {}),
      connectionTimeout: LIMIT_MS,
      greetingTimeout: LIMIT_MS,
      socketTimeout: LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let transport: ReturnType<typeof openTransport> | undefined
  return async (address, { subject, text }) => {
    // As an object, so that an address with a comma stays one.
    transport ??= openTransport()
    await (await transport).sendMail({ from, to: { name: '', address }, subject, text })
  }
}
