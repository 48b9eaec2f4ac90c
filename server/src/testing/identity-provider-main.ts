/** `node server/src/testing/identity-provider-main.ts http://127.0.0.1:8080/`: a provider to try single sign-on with. */
import { CLIENT, identityProvider } from './identity-provider.ts'

const [redirectUri] = process.argv.slice(2)
if (redirectUri === undefined) throw new Error('the address that the single sign-on dialog shows is missing')
const provider = await identityProvider()
provider.people.set('ada', { name: 'Ada Byron', email: 'ada@example.com', groups: ['guards'] })
provider.people.set('grace', { name: 'Grace Hopper', email: 'grace@example.com', groups: ['admirals'] })
provider.open(redirectUri)
process.stdout.write(`issuer ${provider.issuer} client ${CLIENT.id} secret ${CLIENT.secret}\n`)
