/** An HTTP exchange outside SOAP, with the device's login where it asks for one. */
import { Authorizer, chooseScheme } from '@vedette/media/rtsp/auth'

import type { OnvifTarget } from './client.ts'
import { OnvifFault } from './fault.ts'
import { exchange, type HttpAnswer, type HttpPlace, type HttpRequest } from './http.ts'

/** `request` is made anew for each try, since a body can be read once. Throws OnvifFault. */
export async function exchangeAs(
  { username, password }: Pick<OnvifTarget, 'username' | 'password'>,
  place: HttpPlace,
  request: () => HttpRequest,
): Promise<HttpAnswer> {
  let answer = await exchange(place, request())
  if (answer.status === 401) {
    const choice = chooseScheme(answer.challenges, place.tls === 'verify' && place.url.protocol === 'https:')
    if (!choice.ok || username === '') throw refused()
    const path = `${place.url.pathname}${place.url.search}`
    const login = new Authorizer(choice.scheme, { username, password })
    const again = request()
    const headers = { ...again.headers, authorization: login.authorization(again.method, path) }
    answer = await exchange(place, { ...again, headers })
  }
  if (answer.status === 401 || answer.status === 403) throw refused()
  return answer
}

function refused(): OnvifFault {
  return new OnvifFault('credentials', 'The device refuses the user name or password')
}
