/** A bare Fastify that answers every call with the body that it was given: what this machine's HTTP and JSON cost by themselves. */
import Fastify from 'fastify'

const app = Fastify()
process.once('message', (answer: object) => {
  app.post('/*', () => answer)
  void app
    .listen({ host: '127.0.0.1', port: 0 })
    .then((address) => process.send?.({ type: 'ready', address }))
})
process.on('disconnect', () => process.exit(0))
