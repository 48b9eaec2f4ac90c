/** An X.509 certificate (RFC 5280) that its own key signed: ECDSA on P-256. */
import { KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import { hostname } from 'node:os'

import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import * as pki from 'pkijs'

export interface SelfSigned {
  /** The product's name, for the certificate's subject. */
  brand: string
  /** DNS names in ASCII, and addresses. */
  names: readonly string[]
  notBefore: Date
  notAfter: Date
}

const COMMON_NAME = '2.5.4.3'
/** RFC 5280 section 4.2.1.12, id-kp-serverAuth. */
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1'
/** RFC 5280 appendix A.1, ub-common-name. */
const MAX_COMMON_NAME = 64
const DNS_NAME = 2
const IP_ADDRESS = 7

/** Both in PEM. The certificate is no authority: anyone who trusts it trusts this one server. */
export async function selfSigned(wanted: SelfSigned): Promise<{ cert: string; key: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = new pki.Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ valueHex: serialNumber() })
  for (const name of [certificate.subject, certificate.issuer])
    name.typesAndValues = [machineName(wanted.brand)]
  certificate.notBefore = new pki.Time({ type: timeType(wanted.notBefore), value: wanted.notBefore })
  certificate.notAfter = new pki.Time({ type: timeType(wanted.notAfter), value: wanted.notAfter })
  certificate.extensions = extensions(wanted.names)
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(keys.privateKey, 'SHA-256')
  return {
    cert: pem('CERTIFICATE', certificate.toSchema(true).toBER()),
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Never twice the same, or Firefox refuses the later certificate; positive and without a leading zero byte. */
function serialNumber(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(16))
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.buffer
}

/** Tells people which of several platforms this one is. */
function machineName(brand: string): pki.AttributeTypeAndValue {
  const value = new Utf8String({ value: `${brand} ${hostname()}`.slice(0, MAX_COMMON_NAME) })
  return new pki.AttributeTypeAndValue({ type: COMMON_NAME, value })
}

/** RFC 5280 section 4.1.2.5: UTCTime through 2049. */
function timeType(date: Date): pki.TimeType {
  return date.getUTCFullYear() < 2050 ? pki.TimeType.UTCTime : pki.TimeType.GeneralizedTime
}

function extensions(names: readonly string[]): pki.Extension[] {
  // Bit 0 of KeyUsage: digitalSignature.
  const usage = new BitString({ valueHex: Uint8Array.of(0x80).buffer, unusedBits: 7 })
  const purpose = new pki.ExtKeyUsage({ keyPurposes: [SERVER_AUTHENTICATION] })
  const altNames = new pki.GeneralNames({ names: names.map(generalName) })
  return [
    extension(pki.id_BasicConstraints, true, new pki.BasicConstraints({ cA: false }).toSchema()),
    extension(pki.id_KeyUsage, true, usage),
    extension(pki.id_ExtKeyUsage, false, purpose.toSchema()),
    extension(pki.id_SubjectAltName, false, altNames.toSchema()),
  ]
}

function extension(extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }): pki.Extension {
  return new pki.Extension({ extnID, critical, extnValue: value.toBER() })
}

function generalName(name: string): pki.GeneralName {
  return isIP(name)
    ? new pki.GeneralName({
        type: IP_ADDRESS,
        value: new OctetString({ valueHex: addressBytes(name).buffer }),
      })
    : new pki.GeneralName({ type: DNS_NAME, value: name })
}

function addressBytes(address: string): Uint8Array<ArrayBuffer> {
  if (isIP(address) === 4) return Uint8Array.from(address.split('.').map(Number))
  const groups = (part: string) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const canonical = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? ''
  const [head = [], tail = []] = canonical.split('::').map(groups)
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0)
  return Uint8Array.from([...head, ...zeros, ...tail].flatMap((group) => [group >> 8, group & 0xff]))
}

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
