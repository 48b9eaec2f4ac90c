/** A SOAP answer: what stands in its body, or what the device says against it. */
import { OnvifFault } from './fault.ts'
import type { HttpAnswer } from './http.ts'
import { plainText } from './plain-text.ts'
import { readXml } from './read-xml.ts'
import { child, textAt, type XmlElement, XmlFault } from './xml.ts'

/** What stands in the body; throws what the device said against it. */
export async function responseOf({ status, body }: Pick<HttpAnswer, 'status' | 'body'>): Promise<XmlElement> {
  const envelope = await readEnvelope(status, body)
  const content = child(envelope, 'Body')
  const fault = child(content, 'Fault')
  if (fault) throw faultOf(status, fault)
  if (status === 401 || status === 403) throw refusedCredentials()
  if (status !== 200) throw new OnvifFault('protocol', `The device answers with HTTP status ${status}`)
  const [response] = content?.children ?? []
  if (!response) throw new OnvifFault('protocol', "The device's answer has no content")
  return response
}

async function readEnvelope(status: number, body: Buffer): Promise<XmlElement> {
  try {
    const envelope = await readXml(
      body
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .trim(),
    )
    if (envelope.name === 'Envelope') return envelope
    throw new XmlFault('it is no SOAP envelope')
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    if (status === 401 || status === 403) throw refusedCredentials()
    if (status === 404 || status === 405)
      throw new OnvifFault('notSupported', `The device has no such service (HTTP status ${status})`)
    throw new OnvifFault('protocol', `The device's answer cannot be read: ${plainText(error.message, 200)}`)
  }
}

const REFUSED_LOGIN = /NotAuthorized|FailedAuthentication|InvalidSecurity|SenderNotAuthorized|PasswordLocked/i
const NOT_SUPPORTED =
  /ActionNotSupported|NotImplemented|OptionalActionNotImplemented|NoSuchService|UnknownAction/i

function faultOf(status: number, fault: XmlElement): OnvifFault {
  const codes = [...subcodes(child(fault, 'Code')), textAt(fault, 'faultcode')].filter(Boolean)
  const said = textAt(fault, 'Reason', 'Text') || textAt(fault, 'faultstring')
  const all = codes.join(' ')
  if (status === 401 || REFUSED_LOGIN.test(all) || /not authorized|unauthorized/i.test(said))
    return refusedCredentials()
  const detail = `The device says: ${plainText(said || codes.at(-1) || 'no', 200)}`
  return new OnvifFault(NOT_SUPPORTED.test(all) ? 'notSupported' : 'refused', detail)
}

function subcodes(code: XmlElement | undefined): string[] {
  const found: string[] = []
  for (let at = code; at; at = child(at, 'Subcode')) found.push(textAt(at, 'Value'))
  return found
}

function refusedCredentials(): OnvifFault {
  return new OnvifFault('credentials', 'The device refuses the user name or password')
}
