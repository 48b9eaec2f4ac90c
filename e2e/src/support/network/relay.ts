/**
 * `node relay.ts SOCKET HOST PORT`: hands connections to a Unix socket, which any namespace reaches, on to an address of the
 * namespace that it runs in.
 */
import { connect, createServer } from 'node:net'

const [socket = '', host = '', port = ''] = process.argv.slice(2)

createServer((incoming) => {
  const outgoing = connect(Number(port), host)
  incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy())
  outgoing.on('error', () => incoming.destroy()).on('close', () => incoming.destroy())
  incoming.pipe(outgoing).pipe(incoming)
}).listen(socket, () => console.log('ready'))
