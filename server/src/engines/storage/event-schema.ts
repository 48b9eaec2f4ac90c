/** The tables of events and alarms. */
import type { AlarmState, EventOrigin } from '@vedette/contract/events'

/** Milliseconds since 1970, UTC. */
type Time = number
type Flag = 0 | 1

interface EventTable {
  company_id: string
  /** The CloudEid, in the order of their making. */
  id: string
  did: string
  channel: number
  /** The number of `EVENT_TYPES`. */
  type: number
  origin: EventOrigin
  at: Time
  /** When it was last seen to go on. */
  last_at: Time
  /** Null while it goes on. */
  end_at: Time | null
  /** The device's name, and where it was, at that time. */
  dev_name: string
  region_id: string | null
  ident_name: string
  /** 0: the cooldown silenced it. */
  is_announced: Flag
  /** The best so far. */
  picture_id: string | null
  /** JSON of the contract's EventBox, of that picture; empty without one. */
  box: string
  state: AlarmState
  /** Who has it, or closed it. */
  state_by: string | null
  state_at: Time | null
  note: string
}

interface EventPictureTable {
  company_id: string
  event_id: string
  /** Its files' name. */
  id: string
  at: Time
  box: string
  bytes: number
}

/** Who has looked at it. */
interface EventReviewTable {
  company_id: string
  event_id: string
  account_id: string
  at: Time
  event_at: Time
}

/** Each device that ever raised an event in the company, whether the company has it still or not. */
interface EventDeviceTable {
  company_id: string
  did: string
}

/** Kept with the events in one unit, for totals. */
interface EventHourTable {
  company_id: string
  hour: Time
  did: string
  type: number
  count: number
}

/** What every session that may is to be told of. */
interface AlarmOutboxTable {
  company_id: string
  event_id: string
  at: Time
}

/** Up to which alarm a session has acknowledged all. */
interface AlarmSessionTable {
  company_id: string
  session_id: string
  acked_to: string
}

/** What a session acknowledged beyond that. */
interface AlarmAckTable {
  company_id: string
  session_id: string
  event_id: string
}

/** Where a company's alarms are sent on to. */
interface AlarmTargetTable {
  company_id: string
  id: string
  kind: 'webhook' | 'mqtt'
  url: string
  user_name: string
  topic: string
  /** The signing key of a webhook, or the password of MQTT. */
  secret_box: string
  /** The types that are sent, each by the bit of its number. */
  type_bits: number
  is_on: Flag
  last_ok_at: Time | null
  last_fault: string
}

/** What is to be sent on, begun in one unit with its event. */
interface AlarmDispatchTable {
  company_id: string
  target_id: string
  event_id: string
  tries: number
  next_at: Time
  /** 1: given up. */
  is_dead: Flag
  fault: string
}

/** How long alarms are kept, where somebody has decided. */
interface AlarmPolicyTable {
  company_id: string
  days: number
  most: number
}

/** When a person is not called to the screen: HH:mm:ss in the company's zone. */
interface AlarmQuietTable {
  company_id: string
  account_id: string
  from_clock: string
  to_clock: string
}

interface AlarmSnoozeTable {
  company_id: string
  account_id: string
  did: string
  /** -1: of any type. */
  type: number
  until: Time
}

/** A browser that is told of alarms while no page is open. */
interface PushDeviceTable {
  company_id: string
  account_id: string
  /** The hash of its endpoint. */
  id: string
  /** It is told as long as this one lives. */
  session_id: string
  endpoint: string
  p256dh: string
  auth_box: string
  language: 'en' | 'zh-cn'
  created_at: Time
}

export interface EventTables {
  alarm_quiet: AlarmQuietTable
  alarm_snooze: AlarmSnoozeTable
  push_device: PushDeviceTable
  alarm_target: AlarmTargetTable
  alarm_dispatch: AlarmDispatchTable
  alarm_policy: AlarmPolicyTable
  event: EventTable
  event_picture: EventPictureTable
  event_review: EventReviewTable
  event_device: EventDeviceTable
  event_hour: EventHourTable
  alarm_outbox: AlarmOutboxTable
  alarm_session: AlarmSessionTable
  alarm_ack: AlarmAckTable
}
