/** Debian's `janus`, a live peer: its streaming plugin takes the same RTSP streams and sends them on by WebRTC. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import type { Simulator } from '../../e2e/src/support/simulator.ts'
import { pause } from './statistics.ts'

export interface Janus {
  process: ChildProcess
  /** Asks for a mount point; `answer` gets its offer and gives the browser's answer. */
  watch(mountPoint: number, answer: (offer: string) => Promise<string>): Promise<void>
  stop(): Promise<void>
}

const Reply = z.object({
  janus: z.string(),
  data: z.object({ id: z.number() }).optional(),
  jsep: z.object({ sdp: z.string() }).optional(),
})

/** Mount point n is the sub stream of camera n, 100 + n its main stream. */
export async function startJanus(simulator: Simulator): Promise<Janus> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'vedette-janus-'))
  writeFileSync(join(folder, 'janus.jcfg'), JANUS)
  writeFileSync(
    join(folder, 'janus.transport.http.jcfg'),
    `general: { json = "compact"; base_path = "/janus"; http = true; port = ${port}; ip = "127.0.0.1"; https = false }\nadmin: { admin_http = false }\n`,
  )
  const mounts = simulator.cameras.flatMap(({ number, subUrl, mainUrl }) => [
    mountPoint(number, subUrl, simulator),
    mountPoint(100 + number, mainUrl, simulator),
  ])
  writeFileSync(join(folder, 'janus.plugin.streaming.jcfg'), mounts.join('\n'))
  const child = spawn('janus', ['--configs-folder', folder, '--disable-colors'], { stdio: 'ignore' })
  const api = `http://127.0.0.1:${port}/janus`
  while (
    !(await fetch(`${api}/info`).then(
      (it) => it.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`janus ended with ${child.exitCode}`)
    await pause(0.2)
  }
  return {
    process: child,
    watch: (mount, answer) => watch(api, mount, answer),
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'close')
      rmSync(folder, { recursive: true })
    },
  }
}

const JANUS = `general: { log_to_stdout = false; debug_level = 3; plugins_folder = "/usr/lib/x86_64-linux-gnu/janus/plugins"; transports_folder = "/usr/lib/x86_64-linux-gnu/janus/transports" }
nat: { ice_enforce_list = "127.0.0.1"; ice_ignore_list = "vmnet" }
media: { ipv6 = false }
plugins: { disable = "libjanus_audiobridge.so,libjanus_echotest.so,libjanus_recordplay.so,libjanus_sip.so,libjanus_nosip.so,libjanus_textroom.so,libjanus_videocall.so,libjanus_videoroom.so,libjanus_voicemail.so,libjanus_duktape.so,libjanus_lua.so" }
transports: { disable = "libjanus_rabbitmq.so,libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so,libjanus_websockets.so" }
`

function mountPoint(id: number, url: string, { username, password }: Simulator): string {
  return `cam${id}: { type = "rtsp"; id = ${id}; description = "cam${id}"; audio = false; video = true; url = "${url}"; rtsp_user = "${username}"; rtsp_pwd = "${password}" }`
}

async function watch(api: string, mount: number, answer: (offer: string) => Promise<string>): Promise<void> {
  const session = await ask(api, { janus: 'create' })
  const base = `${api}/${session.data?.id}`
  const handle = await ask(base, { janus: 'attach', plugin: 'janus.plugin.streaming' })
  const plugin = `${base}/${handle.data?.id}`
  const offered = nextOffer(base)
  await ask(plugin, { janus: 'message', body: { request: 'watch', id: mount } })
  const sdp = await answer(await offered)
  await ask(plugin, { janus: 'message', body: { request: 'start' }, jsep: { type: 'answer', sdp } })
}

/** Events come by long polling. */
async function nextOffer(base: string): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const event = Reply.parse(await (await fetch(base)).json())
    if (event.jsep) return event.jsep.sdp
  }
  throw new Error('janus made no offer')
}

async function ask(url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ transaction: crypto.randomUUID(), ...body }),
  })
  const json: unknown = await response.json()
  const reply = Reply.parse(json)
  if (reply.janus === 'error') throw new Error(`janus refuses: ${JSON.stringify(json)}`)
  return reply
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
