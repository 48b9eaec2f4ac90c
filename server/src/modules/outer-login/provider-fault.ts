const LONGEST_DETAIL = 80

/** `silent`: nobody answers, or not in time · `address`: one that may not be asked · `doubtful`: anything but a proof. */
export class ProviderFault extends Error {
  readonly trouble: 'silent' | 'address' | 'doubtful'
  /** A word or code for anyone who has to mend it. */
  readonly detail: string

  constructor(trouble: ProviderFault['trouble'], detail: string) {
    super(detail)
    this.trouble = trouble
    this.detail = detail.replaceAll(/[^\w .:/-]/g, '').slice(0, LONGEST_DETAIL)
  }
}
