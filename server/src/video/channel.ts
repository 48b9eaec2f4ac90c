/** One picture source of a device. */
export interface ChannelRef {
  did: string
  channel: number
}

export interface ChannelScope extends ChannelRef {
  companyId: string
}
