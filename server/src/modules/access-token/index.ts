import { genUserAccessToken } from '@vedette/contract/calls/access-token'

import type { AccessTokens } from '../../authority/access-token.ts'
import { type Route, serve } from '../../http/route.ts'

export function accessTokenModule(tokens: Pick<AccessTokens, 'issue'>): Route[] {
  return [
    serve(genUserAccessToken, ({ DID, Purpose }, session) => {
      const { token, expiresAt } = tokens.issue(session, DID, Purpose)
      return Promise.resolve({ AccessToken: token, ExpiresAt: expiresAt })
    }),
  ]
}
