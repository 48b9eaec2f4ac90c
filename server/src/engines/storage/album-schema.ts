/** A picture of the album, named by its blob. */
export interface AlbumPictureTable {
  company_id: string
  id: string
  /** The blob of the small one. */
  thumb_id: string
  did: string
  channel: number
  dev_name: string
  /** Lower case. */
  name_search: string
  dev_type: number
  model: string
  /** Where the device stood then. */
  region_id: string | null
  region_name: string
  /** When what it shows happened, ms since 1970. */
  taken_at: number
  saved_at: number
  source: 'live' | 'replay' | 'alarm'
  /** The full name of the account that took it. */
  account: string
  width: number
  height: number
  bytes: number
  /** SHA-256 of the stored bytes, hex. */
  sha256: string
}

/** What a company changed of how long its pictures are kept. */
export interface PictureKeepingTable {
  company_id: string
  days: number
  gigabytes: number
}
