import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startSimulator } from '../simulator.ts'

const GATEWAY = 15
const CONNECTED = Buffer.from([0x20, 2, 0, 0])

/** A PUBLISH of MQTT 3.1.1 at QoS 0, of less than 128 bytes. */
function publication(topic: string, payload: string): Buffer {
  const body = Buffer.concat([Buffer.from([0, topic.length]), Buffer.from(topic + payload)])
  return Buffer.concat([Buffer.from([0x30, body.length]), body])
}

test('a gateway that a broker tells what is no JSON goes on reporting', async () => {
  const broker = createServer()
  broker.listen(0, '127.0.0.1')
  await once(broker, 'listening')
  const address = broker.address()
  if (address === null || typeof address === 'string') throw new Error('the broker has no port')
  const connections: Socket[] = []
  const reported = new Promise<string>((resolve) => {
    broker.on('connection', (socket) => {
      connections.push(socket)
      let heard = ''
      socket.on('error', () => {})
      socket.once('data', () => socket.write(CONNECTED))
      socket.on('data', (piece: Buffer) => {
        heard += piece.toString('latin1')
        const command = /vedette\/(VSIM\d+)\/command/.exec(heard)
        if (command === null) return
        socket.write(publication(command[0], 'no JSON'))
        if (heard.includes('after-that')) resolve(command[1] ?? '')
        else simulator.control.obey({ type: 'sensor', device: GATEWAY, sensor: 'after-that', value: 7 })
      })
    })
  })
  const ports = { rtspPort: 0, onvifPort: 0, discoveryPort: 0 }
  const simulator = await startSimulator({ devices: GATEWAY, ...ports, mqttPort: address.port })
  expect(await reported).toBe('VSIM00000015')
  await simulator.close()
  for (const socket of connections) socket.destroy()
  broker.close()
})
