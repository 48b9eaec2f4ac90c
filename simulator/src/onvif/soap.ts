/** SOAP 1.2 envelopes of ONVIF: what is asked, how it is answered, and the faults that say no. */
import {
  childrenOf,
  find,
  localName,
  NOTHING,
  readXml,
  textAt,
  type Xml,
  type XmlElement,
  xml,
} from './xml.ts'

export interface SoapRequest {
  header: XmlElement | undefined
  /** The one element of the body, and its local name. */
  body: XmlElement
  operation: string
  messageId: string | undefined
}

/** Returns undefined where the text is no SOAP request. */
export function readRequest(text: string): SoapRequest | undefined {
  const envelope = readXml(text)
  if (envelope === undefined || localName(envelope) !== 'Envelope') return undefined
  const [body] = childrenOf(find(envelope, 'Body'))
  if (body === undefined) return undefined
  const header = find(envelope, 'Header')
  return { header, body, operation: localName(body), messageId: textAt(header, 'MessageID') }
}

/** Refuses a request, by the names that ONVIF Core section 5.8.2 gives for it. */
export class SoapFault extends Error {
  override name = 'SoapFault'
  readonly subcodes: readonly string[]
  readonly code: 'Sender' | 'Receiver'

  constructor(reason: string, subcodes: readonly string[], code: 'Sender' | 'Receiver' = 'Sender') {
    super(reason)
    this.subcodes = subcodes
    this.code = code
  }
}

export const invalidArgument = (reason: string, ...subcodes: string[]): SoapFault =>
  new SoapFault(reason, ['ter:InvalidArgVal', ...subcodes])
export const notSupported = (operation: string): SoapFault =>
  new SoapFault(`${operation} is not supported`, ['ter:ActionNotSupported'], 'Receiver')
export const notAuthorized = (): SoapFault =>
  new SoapFault('The sender is not authorized', ['ter:NotAuthorized'])

const NAMESPACES = Object.entries({
  env: 'http://www.w3.org/2003/05/soap-envelope',
  wsa: 'http://www.w3.org/2005/08/addressing',
  wsnt: 'http://docs.oasis-open.org/wsn/b-2',
  tt: 'http://www.onvif.org/ver10/schema',
  tds: 'http://www.onvif.org/ver10/device/wsdl',
  trt: 'http://www.onvif.org/ver10/media/wsdl',
  tr2: 'http://www.onvif.org/ver20/media/wsdl',
  timg: 'http://www.onvif.org/ver20/imaging/wsdl',
  tptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  tan: 'http://www.onvif.org/ver20/analytics/wsdl',
  trc: 'http://www.onvif.org/ver10/recording/wsdl',
  tse: 'http://www.onvif.org/ver10/search/wsdl',
  trp: 'http://www.onvif.org/ver10/replay/wsdl',
  tev: 'http://www.onvif.org/ver10/events/wsdl',
  tns1: 'http://www.onvif.org/ver10/topics',
  ter: 'http://www.onvif.org/ver10/error',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

/** The envelope of an answer. Its action is said where the request had an id, as WS-Addressing wants it. */
export function envelope(content: Xml, messageId?: string, action?: string): string {
  const header =
    messageId === undefined || action === undefined
      ? NOTHING
      : xml`<env:Header><wsa:Action>${action}</wsa:Action><wsa:RelatesTo>${messageId}</wsa:RelatesTo></env:Header>`
  return `<?xml version="1.0" encoding="utf-8"?>\n<env:Envelope ${NAMESPACES}>${header.text}<env:Body>${content.text}</env:Body></env:Envelope>`
}

export function faultContent(fault: SoapFault): Xml {
  const subcode = fault.subcodes.reduceRight(
    (inner, code) => xml`<env:Subcode><env:Value>${code}</env:Value>${inner}</env:Subcode>`,
    NOTHING,
  )
  return xml`
    <env:Fault>
      <env:Code><env:Value>env:${fault.code}</env:Value>${subcode}</env:Code>
      <env:Reason><env:Text xml:lang="en">${fault.message}</env:Text></env:Reason>
    </env:Fault>
  `
}
