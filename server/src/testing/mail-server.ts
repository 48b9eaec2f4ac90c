/** A real SMTP server that keeps what it gets. */
import { once } from 'node:events'

import { SMTPServer } from 'smtp-server'

export interface MailServer {
  port: number
  /** The six digits of the next mail to this address that nobody has read yet; waits for it. */
  code: (to: string) => Promise<string>
  /** All that came for this address, the last at the end. */
  texts: (to: string) => string[]
  /** How many mails came for this address. */
  count: (to: string) => number
  close: () => Promise<void>
}

export async function mailServer(): Promise<MailServer> {
  const mails: { to: string; body: string; isRead: boolean }[] = []
  let arrived = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      let body = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => (body += part))
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo) mails.push({ to: address, body, isRead: false })
        arrived.resolve()
        arrived = Promise.withResolvers()
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the mail server has no port')
  return {
    port: address.port,
    async code(to) {
      for (;;) {
        const mail = mails.find((it) => it.to === to && !it.isRead)
        if (mail) {
          mail.isRead = true
          return /^Subject: (\d{6}) /m.exec(mail.body)?.[1] ?? 'no code'
        }
        await arrived.promise
      }
    },
    texts: (to) => mails.filter((it) => it.to === to).map(({ body }) => decoded(body)),
    count: (to) => mails.filter((it) => it.to === to).length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Decodes a mail of one part. */
function decoded(mail: string): string {
  const [head = '', ...parts] = mail.split('\r\n\r\n')
  const text = parts.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
