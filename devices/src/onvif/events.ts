/** Events by PullPoint (ONVIF Core, 9.2). */
import { type OnvifClient, SERVICES } from './client.ts'
import { child, childrenOf, escapeXml, tag, textAt, type XmlElement } from './xml.ts'

export interface OnvifEvent {
  /** The topic without prefixes: `RuleEngine/CellMotionDetector/Motion`. */
  topic: string
  /** The time as the device writes it; empty where it does not say. */
  time: string
  /** `Initialized`, `Changed` or `Deleted`; empty where it does not say. */
  operation: string
  source: ReadonlyMap<string, string>
  data: ReadonlyMap<string, string>
}

export interface PullPoint {
  /** The address that the device named. */
  address: string
}

const MAX_EVENTS = 1000

function addressing(action: string, to: string): string {
  return `<wsa:Action>${SERVICES.events}/${action}</wsa:Action><wsa:To>${escapeXml(to)}</wsa:To>`
}

/** Subscribes to everything for so long; throws OnvifFault. */
export async function createPullPoint(client: OnvifClient, seconds: number): Promise<PullPoint> {
  const inner = tag('q:InitialTerminationTime', `PT${seconds}S`)
  const answer = await client.call('events', 'CreatePullPointSubscription', inner)
  return { address: textAt(answer, 'SubscriptionReference', 'Address') }
}

/** Waits until something happened, at most for `waitS`, which must be well below the client's deadline. */
export async function pullMessages(
  client: OnvifClient,
  { address }: PullPoint,
  waitS: number,
): Promise<OnvifEvent[]> {
  const inner = `${tag('q:Timeout', `PT${waitS}S`)}${tag('q:MessageLimit', 100)}`
  const header = addressing('PullPointSubscription/PullMessagesRequest', address)
  const answer = await client.callAt(address, 'events', 'PullMessages', inner, header)
  return childrenOf(answer, 'NotificationMessage').slice(0, MAX_EVENTS).map(eventOf)
}

export async function renewPullPoint(
  client: OnvifClient,
  { address }: PullPoint,
  seconds: number,
): Promise<void> {
  const header =
    '<wsa:Action>http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/RenewRequest</wsa:Action>' +
    tag('wsa:To', address)
  await client.notify(address, 'Renew', tag('wsnt:TerminationTime', `PT${seconds}S`), header)
}

export async function endPullPoint(client: OnvifClient, { address }: PullPoint): Promise<void> {
  const header =
    '<wsa:Action>http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/UnsubscribeRequest</wsa:Action>' +
    tag('wsa:To', address)
  await client.notify(address, 'Unsubscribe', '', header)
}

function eventOf(notification: XmlElement): OnvifEvent {
  const message = child(notification, 'Message', 'Message')
  return {
    topic: textAt(notification, 'Topic').replaceAll(/[\w.-]+:/g, ''),
    time: message?.attributes.get('UtcTime') ?? '',
    operation: message?.attributes.get('PropertyOperation') ?? '',
    source: itemsOf(child(message, 'Source')),
    data: itemsOf(child(message, 'Data')),
  }
}

function itemsOf(of: XmlElement | undefined): Map<string, string> {
  const items = childrenOf(of, 'SimpleItem').slice(0, 100)
  return new Map(items.map((it) => [it.attributes.get('Name') ?? '', it.attributes.get('Value') ?? '']))
}
