/** The tables of recording. */

/** Milliseconds since 1970, UTC. */
type Time = number

interface RecordPolicy {
  company_id: string
  /** 0 not at all · 1 as long as the device delivers it · 2 on alarm · 3 by the week. */
  main: 0 | 1 | 2 | 3
  sub: 0 | 1 | 2 | 3
  /** What is kept before and after an alarm, s. */
  pre_s: number
  post_s: number
  /** JSON of the contract's TimeRange. */
  ranges: string
  /** Outside of them: 0 not at all · 2 on alarm. */
  outside: 0 | 2
  /** How long recordings are kept. */
  days: number
  /** The most that they may take; 0: no limit of its own. */
  max_bytes: number
}

interface RecordDevicePolicyTable extends RecordPolicy {
  did: string
}

interface RecordRegionPolicyTable extends RecordPolicy {
  region_id: string
}

/** The policy of a device that the company parted with, as it was then. */
interface RecordPastPolicyTable {
  company_id: string
  did: string
  days: number
  max_bytes: number
  /** Time by the clock that recordings age by. */
  left_at: Time
}

/** A time of a device whose recordings retention may not touch. */
interface RecordLockTable {
  company_id: string
  id: string
  did: string
  from_ms: Time
  to_ms: Time
  reason: string
  account_id: string
  created_at: Time
  /** When it ends by itself, by the machine's clock; null: never. */
  until_ms: Time | null
}

/** What retention took away and why; written before the first file goes. */
interface RecordJournalTable {
  company_id: string
  id: string
  did: string
  at: Time
  reason: 'days' | 'noAlarm' | 'deviceSize' | 'regionSize' | 'archiveSize' | 'diskFull'
  files: number
  bytes: number
  from_ms: Time
  to_ms: Time
  state: 'intended' | 'done'
  /** JSON: the segments that are to go, empty once they are gone. */
  segments: string
}

/** The clock by which recordings age: one row. */
interface RecordClockTable {
  id: number
  at: Time
}

/** One file of one stream. Its fields are those of the shard's report but for the path, which they tell, and when the platform heard of it. */
interface SegmentTable {
  company_id: string
  did: string
  channel: number
  quality: 'main' | 'sub'
  start_ms: Time
  id: string
  end_ms: Time
  bytes: number
  frames: number
  codecs: string
  /** Hash of the file's ftyp and moov: files with the same one make one stream. */
  init_hash: string
  /** SHA-256 of the file, hex. */
  hash: string
  end_reason: string
  camera_offset_ms: number | null
  /** When it was fetched from the device's own storage; null for what was recorded as it came. */
  filled_at: number | null
  /** Time by the clock that retention goes by, whatever the camera's or the machine's clock said. */
  recorded_at: Time
  /** Packed: `packed-gops.ts`. */
  gops: Uint8Array
  /** Place in the stream's chain of hashes, from 1, and the chain's value there. */
  seq: number
  /** The chain's value at the file before; empty for the first one, and where it was not noted yet. */
  link_before: string
  link: string
}

/** What a stream holds, and where its chain of hashes ends. */
interface SegmentStreamTable {
  company_id: string
  did: string
  channel: number
  quality: 'main' | 'sub'
  files: number
  bytes: number
  seq: number
  link: string
}

/** Places of a stream's chain whose files the platform deleted; ranges that meet are one. */
interface SegmentGoneTable {
  company_id: string
  did: string
  channel: number
  quality: 'main' | 'sub'
  from_seq: number
  to_seq: number
}

/** What a stream has of a day (UTC, by the files' start), for timelines. */
interface SegmentDayTable {
  company_id: string
  did: string
  channel: number
  quality: 'main' | 'sub'
  day: Time
  /** Packed: `spans.ts`. */
  spans: Uint8Array
}

/** The ftyp and moov of recorded files, each once. */
interface SegmentInitTable {
  hash: string
  bytes: Uint8Array
}

/** What the chains of all streams were, signed. */
interface ArchiveSealTable {
  /** Counts from 1, without gaps. */
  number: number
  at: Time
  /** JSON: `seals.ts`. */
  body: string
  signature: string
}

/** What somebody asked to have in his hand; how its making goes is told by the job of the same id. */
interface RecordExportTable {
  company_id: string
  id: string
  account_id: string
  kind: 'mp4' | 'evidence'
  /** JSON: device, channel and name of each. */
  cameras: string
  from_ms: Time
  to_ms: Time
  note: string
  state: 'waiting' | 'done' | 'failed'
  reason: string
  /** JSON. */
  parts: string
  created_at: Time
  expires_at: Time
}

/** What was found wrong with an hour of a camera's recording. */
interface RecordCheckTable {
  company_id: string
  did: string
  channel: number
  hour_ms: Time
  /** How much of the hour was to be recorded and how much was, as far as it has been checked. */
  expected_ms: number
  recorded_ms: number
  /** Key frames that were looked at. */
  looks: number
  /** Bits: `record/check/limits.ts`. */
  faults: number
}

/** What a camera looks at, to find out when it is turned away. */
interface RecordViewTable {
  company_id: string
  did: string
  channel: number
  light: 'colour' | 'grey'
  /** Packed: `record/check/views.ts`. */
  view: Uint8Array
}

export interface RecordTables {
  record_check: RecordCheckTable
  record_view: RecordViewTable
  record_export: RecordExportTable
  record_device_policy: RecordDevicePolicyTable
  record_region_policy: RecordRegionPolicyTable
  record_past_policy: RecordPastPolicyTable
  record_lock: RecordLockTable
  record_journal: RecordJournalTable
  record_clock: RecordClockTable
  segment: SegmentTable
  segment_stream: SegmentStreamTable
  segment_gone: SegmentGoneTable
  segment_day: SegmentDayTable
  segment_init: SegmentInitTable
  archive_seal: ArchiveSealTable
}
