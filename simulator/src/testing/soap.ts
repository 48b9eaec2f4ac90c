import { createHash, randomBytes } from 'node:crypto'

export interface Login {
  username: string
  password: string
}

/** A UsernameToken as a client of our own would write it. */
export function usernameToken(login: Login, createdMs = Date.now(), nonce = randomBytes(16)): string {
  const created = new Date(createdMs).toISOString()
  const digest = createHash('sha1').update(nonce).update(created).update(login.password).digest('base64')
  return (
    `<wsse:Security xmlns:wsse="x"><wsse:UsernameToken><wsse:Username>${login.username}</wsse:Username>` +
    `<wsse:Password Type="y#PasswordDigest">${digest}</wsse:Password>` +
    `<wsse:Nonce>${nonce.toString('base64')}</wsse:Nonce><w:Created xmlns:w="z">${created}</w:Created>` +
    '</wsse:UsernameToken></wsse:Security>'
  )
}

/** Sends a SOAP request; returns the HTTP status and the text. */
export async function soap(
  url: string,
  body: string,
  header = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> {
  const text = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`
  const answer = await fetch(url, { method: 'POST', body: text, headers })
  return { status: answer.status, text: await answer.text() }
}
