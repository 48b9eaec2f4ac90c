/** `revoked`: logged out, disabled or taken back · `expired`: idle or too old · `rights`: goes on with other rights. */
export type SessionEnd = 'revoked' | 'expired' | 'rights'

export type SessionEndListener = (sessionId: string, end: SessionEnd) => void
