/** The event service: pull-point subscriptions (ONVIF Core section 9). */
import { timeOf } from '../../device.ts'
import type { Notice } from '../event-hub.ts'
import { type Call, service } from '../service.ts'
import { invalidArgument, SoapFault } from '../soap.ts'
import type { Subscription } from '../subscriptions.ts'
import { durationMs } from './duration.ts'
import { NOTHING, numberAt, textAt, type Xml, xml } from '../xml.ts'

const DEFAULT_LIFE_MS = 60_000
const LONGEST_WAIT_MS = 60_000
const MOST_MESSAGES = 200
const CONCRETE_SET = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet'

/** How long a subscription is to live: a duration, or an instant of the device's clock. */
function lifeMs(text: string | undefined, nowMs: number): number {
  if (text === undefined) return DEFAULT_LIFE_MS
  const life = durationMs(text) ?? Date.parse(text) - nowMs
  if (!(life > 0)) {
    throw new SoapFault('The subscription would be over at once', [
      'wsnt:UnacceptableInitialTerminationTimeFault',
    ])
  }
  return life
}

/** Topic expressions: alternatives by `|`, and `//.` for whatever stands below. */
function topicFilter(expression: string | undefined): (notice: Notice) => boolean {
  if (expression === undefined || expression === '') return () => true
  const plain = (topic: string): string => topic.replaceAll(/[\w.-]+:/g, '')
  const wanted = expression.split('|').map((each) => plain(each.trim()))
  return ({ topic }) =>
    wanted.some((each) =>
      each.endsWith('//.') ? plain(topic).startsWith(each.slice(0, -3)) : plain(topic) === each,
    )
}

const items = (values: Readonly<Record<string, string>>): Xml[] =>
  Object.entries(values).map(([name, value]) => xml`<tt:SimpleItem Name="${name}" Value="${value}"/>`)

function message(notice: Notice, offsetMs: number): Xml {
  const time = new Date(notice.timeMs + offsetMs).toISOString()
  return xml`
    <wsnt:NotificationMessage>
      <wsnt:Topic Dialect="${CONCRETE_SET}">${notice.topic}</wsnt:Topic>
      <wsnt:Message>
        <tt:Message UtcTime="${time}" PropertyOperation="${notice.operation}">
          <tt:Source>${items(notice.source)}</tt:Source>
          <tt:Data>${items(notice.data)}</tt:Data>
        </tt:Message>
      </wsnt:Message>
    </wsnt:NotificationMessage>
  `
}

function times(prefix: 'tev' | 'wsnt', { device }: Call, subscription: Subscription): Xml {
  const now = new Date(timeOf(device)).toISOString()
  const until = new Date(subscription.untilMs + device.clockOffsetMs).toISOString()
  return prefix === 'tev'
    ? xml`<tev:CurrentTime>${now}</tev:CurrentTime><tev:TerminationTime>${until}</tev:TerminationTime>`
    : xml`<wsnt:TerminationTime>${until}</wsnt:TerminationTime><wsnt:CurrentTime>${now}</wsnt:CurrentTime>`
}

function subscriptionOf({ subscriptions, subscription }: Call): Subscription {
  const found = subscriptions.get(subscription)
  if (found === undefined) throw invalidArgument('There is no such subscription', 'wsnt:ResourceUnknownFault')
  return found
}

export const events = service(
  {
    prefix: 'tev',
    namespace: 'http://www.onvif.org/ver10/events/wsdl',
    path: 'event_service',
    capabilities: xml`<tev:Capabilities WSSubscriptionPolicySupport="false" WSPullPointSupport="true" MaxNotificationProducers="1" MaxPullPoints="64"/>`,
  },
  {
    GetEventProperties: ({ device }) => {
      const motion = xml`
        <tns1:RuleEngine>
          <CellMotionDetector>
            <Motion wstop:topic="true" xmlns:wstop="http://docs.oasis-open.org/wsn/t-1"/>
          </CellMotionDetector>
        </tns1:RuleEngine>
      `
      const trigger = xml`<tns1:Device><Trigger><DigitalInput wstop:topic="true" xmlns:wstop="http://docs.oasis-open.org/wsn/t-1"/></Trigger></tns1:Device>`
      const topics = xml`<wstop:TopicSet xmlns:wstop="http://docs.oasis-open.org/wsn/t-1">${motion}${device.features.ring ? trigger : NOTHING}</wstop:TopicSet>`
      return xml`
        <tev:TopicNamespaceLocation>http://www.onvif.org/onvif/ver10/topics/topicns.xml</tev:TopicNamespaceLocation>
        <wsnt:FixedTopicSet>true</wsnt:FixedTopicSet>
        ${topics}
        <wsnt:TopicExpressionDialect>${CONCRETE_SET}</wsnt:TopicExpressionDialect>
        <tev:MessageContentFilterDialect>http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter</tev:MessageContentFilterDialect>
        <tev:MessageContentSchemaLocation>http://www.onvif.org/onvif/ver10/schema/onvif.xsd</tev:MessageContentSchemaLocation>
      `
    },

    CreatePullPointSubscription: (call) => {
      const { body, device, subscriptions, base } = call
      const life = lifeMs(textAt(body, 'InitialTerminationTime'), timeOf(device))
      const wants = topicFilter(textAt(body, 'Filter', 'TopicExpression'))
      const subscription = subscriptions.open(device.events, life, wants)
      if (subscription === undefined) {
        throw new SoapFault(
          'There are too many subscriptions',
          ['wsnt:SubscribeCreationFailedFault'],
          'Receiver',
        )
      }
      return xml`
        <tev:SubscriptionReference>
          <wsa:Address>${base}/subscription/${subscription.id}</wsa:Address>
        </tev:SubscriptionReference>
        ${times('wsnt', call, subscription)}
      `
    },
  },
)

/** What is asked at a subscription's own address. */
export const subscription = service(
  {
    prefix: 'tev',
    namespace: 'http://www.onvif.org/ver10/events/wsdl',
    path: 'subscription',
    capabilities: NOTHING,
  },
  {
    PullMessages: async (call) => {
      const found = subscriptionOf(call)
      const most = numberAt(call.body, 'MessageLimit') ?? MOST_MESSAGES
      const waitMs = durationMs(textAt(call.body, 'Timeout')) ?? 0
      if (!(most >= 1)) throw invalidArgument('The message limit is not a positive number')
      const notices = await found.pull(Math.min(most, MOST_MESSAGES), Math.min(waitMs, LONGEST_WAIT_MS))
      return xml`${times('tev', call, found)}${notices.map((notice) => message(notice, call.device.clockOffsetMs))}`
    },
    SetSynchronizationPoint: (call) => {
      subscriptionOf(call).synchronize()
      return NOTHING
    },
    Renew: (call) => {
      const found = subscriptionOf(call)
      found.renew(lifeMs(textAt(call.body, 'TerminationTime'), timeOf(call.device)))
      return times('wsnt', call, found)
    },
    Unsubscribe: (call) => {
      subscriptionOf(call).end()
      return NOTHING
    },
  },
)

/** These answer in the namespace of WS-Notification. */
export const NOTIFICATION_OPERATIONS: ReadonlySet<string> = new Set(['Renew', 'Unsubscribe'])
