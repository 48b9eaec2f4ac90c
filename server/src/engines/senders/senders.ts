/** How messages reach people. */

export interface Recipient {
  /** The full name, for the operator who reads the outbox. */
  account: string
  phone: string | null
  email: string | null
}

export interface Message {
  subject: string
  text: string
}

/** Brings one message to one address; rejects when nobody took it. */
export type Driver = (address: string, message: Message) => Promise<void>

export interface Senders {
  send(to: Recipient, message: Message): Promise<void>
}
