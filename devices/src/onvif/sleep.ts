/** Cameras that sleep to save their battery: what they say of it, and how they are woken. ONVIF answers while they sleep. */
import type { OnvifClient } from './client.ts'
import type { OnvifEvent } from './events.ts'
import { OnvifFault } from './fault.ts'
import { child, tag } from './xml.ts'

const TOPIC = 'Device/OperationMode/Sleep'
/** `vedette:Wake|On`, `tt:WakeUp|On`: the names are each vendor's own. */
const WAKE_COMMAND = /wake(?!.*\|off$)/i

/** Whether the device says that it sleeps; undefined for an event of anything else. */
export function sleepIn({ topic, operation, data }: OnvifEvent): boolean | undefined {
  if (topic !== TOPIC || operation === 'Deleted') return undefined
  const state = data.get('State')
  return state === undefined ? undefined : state === 'true' || state === '1'
}

/** Wakes it by the auxiliary command that the device names for it (ONVIF Core, 8.7). Throws OnvifFault. */
export async function wake(client: OnvifClient): Promise<void> {
  const answer = await client.call('device', 'GetServiceCapabilities')
  const commands = child(answer, 'Capabilities', 'Misc')?.attributes.get('AuxiliaryCommands') ?? ''
  const command = commands.split(/\s+/).find((name) => WAKE_COMMAND.test(name))
  if (command === undefined) throw new OnvifFault('notSupported', 'The device names no command that wakes it')
  await client.call('device', 'SendAuxiliaryCommand', tag('q:AuxiliaryCommand', command))
}
