'use strict'
const TEXTS = {
  checking: ['Checking the footage…', '正在校验录像…'],
  good: ['Unaltered since it was sealed', '自封存以来未被更改'],
  bad: ['Altered: this is not what was recorded', '已被更改：与原始录像不符'],
  cannot: [
    'This browser cannot check the footage. Use the commands below.',
    '当前浏览器无法校验录像，请使用下述命令。',
  ],
  listAltered: ['The signed list of what is in here was altered', '签名清单已被更改'],
  chainAltered: ['{camera}: the chain of hashes does not lead to its seal', '{camera}：哈希链与封存记录不符'],
  altered: ['{camera}: altered at {time}', '{camera}：{time} 处被更改'],
  missing: ['{camera}: a part is missing from {time} on', '{camera}：自 {time} 起缺少文件'],
  camera: ['Camera', '摄像机'],
  facts: ['What this is', '基本信息'],
  range: ['Asked for', '导出时段'],
  holds: ['Holds whole files', '包含完整录像文件'],
  gaps: ['Without footage', '无录像时段'],
  filled: ['Filled from the device’s own storage', '由设备存储补录'],
  filledAt: ['{camera}: {span}, filled on {time}', '{camera}：{span}，于 {time} 补录'],
  none: ['none', '无'],
  company: ['Company', '企业'],
  who: ['Exported by', '导出人'],
  when: ['Exported at', '导出时间'],
  right: ['By the right', '依据权限'],
  administrator: ['administrator', '管理员'],
  replay: ['replay', '录像回放'],
  note: ['For', '用途'],
  key: ['Fingerprint of the key (SHA-256)', '密钥指纹（SHA-256）'],
  seal: ['Seal', '封存记录'],
  sealOf: ['{camera}: number {number} of {time}', '{camera}：第 {number} 号，{time}'],
  provedTitle: ['What is proved', '可证明的内容'],
  proved1: [
    'The pictures and sound are byte for byte those that the recorder had written when it made the seal.',
    '画面和声音与封存时录像机写入的内容逐字节一致。',
  ],
  silent: [
    'This browser cannot play the sound of this camera (G.711). VLC and ffplay play the files with it.',
    '当前浏览器无法播放该摄像机的声音（G.711），可用 VLC 或 ffplay 播放文件。',
  ],
  proved2: [
    'Nothing was taken out between the first and the last file of each stretch.',
    '每段录像首尾文件之间没有删减。',
  ],
  proved3: [
    'Who exported it, when and by which right, as the platform knew it.',
    '平台记录的导出人、导出时间和依据权限。',
  ],
  notTitle: ['What is not proved', '不能证明的内容'],
  not1: [
    'That the key is the platform’s: compare the fingerprint with the one that the platform’s list of exports shows, and its start.',
    '密钥是否属于该平台：请与平台导出列表和启动时显示的指纹核对。',
  ],
  not2: [
    'What happened between the camera and the recorder, and before the seal.',
    '摄像机与录像机之间以及封存之前发生的情况。',
  ],
  not3: ['That the clocks were right.', '时钟是否准确。'],
  not4: [
    'That this page itself was not altered: the commands below check without it.',
    '本页面自身是否被更改：可用下述命令独立校验。',
  ],
  not5: [
    '{camera}: the first file is bound to the seal by the signature of the export alone, since the one before it is deleted.',
    '{camera}：前一文件已删除，首个文件仅由导出签名证明。',
  ],
  elsewhereTitle: ['Without trusting this page', '独立校验'],
  elsewhere: [
    'Save this page as evidence.html, from a zip unpack it, and run these commands beside it. They need coreutils and OpenSSL 3.',
    '将本页面另存为 evidence.html（zip 请先解压），在同一目录运行以下命令，需要 coreutils 和 OpenSSL 3。',
  ],
  other: ['中文', 'English'],
}
let language = navigator.language.startsWith('zh') ? 1 : 0
const say = (key, values = {}) =>
  TEXTS[key][language].replace(/\{(\w+)\}/g, (_all, name) => String(values[name] ?? ''))
const at = (id) => document.getElementById(id)

const worker = new Worker(
  URL.createObjectURL(new Blob([at('verify').textContent], { type: 'text/javascript' })),
)
const asked = new Map()
let asks = 0
worker.onmessage = ({ data }) => {
  const { resolve, reject } = asked.get(data.ask)
  asked.delete(data.ask)
  if (data.fault) reject(new Error(data.fault))
  else resolve(data.answer)
}
worker.onerror = (event) => {
  for (const { reject } of asked.values()) reject(new Error(event.message))
}
const work = (message) =>
  new Promise((resolve, reject) => {
    asked.set(++asks, { resolve, reject })
    worker.postMessage({ ...message, ask: asks })
  })

/** The footage as text: in the page, or handed over by a script beside it. */
const loading = new Map()
// Called by the scripts of the parts.
window.part = (id, text) => loading.get(id)?.(text)
function textOf(id) {
  const here = at(id)
  if (here) return Promise.resolve(here.textContent)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    loading.set(id, resolve)
    script.onerror = () => reject(new Error(`${id} is missing`))
    script.onload = () => script.remove()
    script.src = `${document.body.dataset.parts}${id}.js`
    document.body.append(script)
  })
}

/** File by file, what the player needs next before the rest. */
const waiting = []
const checked = new Map()
function fileChecked(id, isUrgent) {
  let one = checked.get(id)
  if (!one) {
    one = {}
    one.done = new Promise((resolve) => (one.resolve = resolve))
    checked.set(id, one)
    waiting.push(id)
  }
  if (isUrgent && waiting.includes(id)) waiting.unshift(...waiting.splice(waiting.indexOf(id), 1))
  return one.done
}
async function checkAll(onFile) {
  while (waiting.length > 0) {
    const id = waiting.shift()
    let found
    try {
      const { isWhole, bad, buffer } = await work({ type: 'file', id, text: await textOf(id) })
      found = { isWhole, bad, blob: new Blob([buffer], { type: 'video/mp4' }) }
    } catch {
      found = { isWhole: false, bad: undefined }
    }
    checked.get(id).resolve(found)
    onFile(id, found)
  }
}

let manifest, timeText
const faults = []
let verdict = 'pending'
let fingerprint = ''

function show() {
  document.documentElement.lang = ['en', 'zh-CN'][language]
  at('language').textContent = say('other')
  for (const element of document.querySelectorAll('[data-text]'))
    element.textContent = say(element.dataset.text)
  at('verdict').dataset.verdict = verdict
  at('said').textContent = say({ pending: 'checking', good: 'good', bad: 'bad', cannot: 'cannot' }[verdict])
  fill(
    'faults',
    faults.map(([key, values]) => say(key, values)),
  )
  fill(
    'proved',
    ['proved1', 'proved2', 'proved3'].map((key) => say(key)),
  )
  const unbound = (manifest?.stretches ?? []).filter(({ proof }) => proof.unbound > 0)
  fill('not-proved', [
    ...['not1', 'not2', 'not3', 'not4'].map((key) => say(key)),
    ...unbound.map(({ camera }) => say('not5', { camera: camera.name })),
  ])
  if (!manifest) return
  const span = (from, to) => `${timeText(from)} – ${timeText(to)}`
  const files = manifest.stretches.map((stretch) => [stretch, stretch.files[0], stretch.files.at(-1)])
  const facts = [
    ['range', span(manifest.fromMs, manifest.toMs)],
    [
      'holds',
      files
        .map(([{ camera }, first, last]) => `${camera.name}: ${span(first.startMs, last.endMs)}`)
        .join('\n'),
    ],
    [
      'gaps',
      gaps()
        .map(([camera, from, to]) => `${camera}: ${span(from, to)}`)
        .join('\n') || say('none'),
    ],
    ['filled', filled(span).join('\n') || say('none')],
    ['company', manifest.company],
    ['who', manifest.account],
    ['when', timeText(manifest.exportedAt)],
    ['right', say(manifest.right === 'administrator' ? 'administrator' : 'replay')],
    ['note', manifest.note || '-'],
    ['key', fingerprint],
    [
      'seal',
      files
        .map(([{ camera, proof }]) =>
          say('sealOf', { camera: camera.name, number: proof.seal.number, time: timeText(proof.seal.at) }),
        )
        .join('\n'),
    ],
  ]
  at('facts').replaceChildren(
    ...facts.flatMap(([key, value]) => {
      const [term, said] = [document.createElement('dt'), document.createElement('dd')]
      term.textContent = say(key)
      said.textContent = value
      said.style.whiteSpace = 'pre-line'
      return [term, said]
    }),
  )
}

function fill(id, lines) {
  at(id).replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement('li')
      item.textContent = line
      return item
    }),
  )
}

function gaps() {
  const found = []
  for (const [name, files] of cameras())
    for (let i = 1; i < files.length; i++)
      if (files[i].startMs - files[i - 1].endMs >= 500)
        found.push([name, files[i - 1].endMs, files[i].startMs])
  return found
}

/** What the recorder did not take itself. */
function filled(span) {
  return [...cameras()].flatMap(([name, files]) =>
    files
      .filter(({ filledAtMs }) => filledAtMs !== undefined)
      .map(({ startMs, endMs, filledAtMs }) =>
        say('filledAt', { camera: name, span: span(startMs, endMs), time: timeText(filledAtMs) }),
      ),
  )
}

/** The files of each camera in order of time. */
function cameras() {
  const all = new Map()
  for (const { camera, files } of manifest.stretches) {
    const key = `${camera.name} (${camera.did})`
    all.set(
      key,
      [...(all.get(key) ?? []), ...files].sort((a, b) => a.startMs - b.startMs),
    )
  }
  return all
}

function clockOf(zone) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (ms) => `${format.format(ms)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`
}

/** As browsers write it. */
const FLAC_TYPES = ['audio/mp4; codecs="flac"', 'audio/mp4; codecs="fLaC"']

/** How a file is played. No browser plays G.711: it is made FLAC, in a buffer of its own; what is checked and saved stays as it is. */
function layoutOf({ codecs }) {
  const [picture, sound] = codecs.split(',')
  const alone = `video/mp4; codecs="${picture}"`
  if (sound !== 'alaw' && sound !== 'ulaw')
    return { shape: sound ? 'together' : 'picture', types: [`video/mp4; codecs="${codecs}"`] }
  const flac = FLAC_TYPES.find((type) => MediaSource.isTypeSupported(type))
  return flac
    ? { shape: 'apart', law: sound, types: [alone, flac] }
    : { shape: 'picture', isG711: true, types: [alone] }
}

let baseMs = 0
const atMs = () => baseMs + at('video').currentTime * 1000

/** Plays the files of a camera one behind the other, by Media Source Extensions. */
function play(files, fromMs) {
  const video = at('video')
  baseMs = files[0].startMs
  const source = new MediaSource()
  const appended = new Set()
  const buffers = []
  let shape
  let turn = Promise.resolve()
  const change = async (buffer, work) => {
    work(buffer)
    if (buffer.updating)
      await new Promise((resolve) => buffer.addEventListener('updateend', resolve, { once: true }))
  }
  const append = async (file) => {
    if (appended.has(file.id)) return
    appended.add(file.id)
    const { blob } = await fileChecked(file.id, true)
    if (!blob || source.readyState !== 'open') return
    const bytes = await blob.arrayBuffer()
    const { law, isG711, types } = layoutOf(file)
    at('silent').hidden = !isG711
    let pieces = [bytes]
    if (law || isG711) {
      const { picture, sound } = new FootageTracks(law).take(bytes)
      pieces = [picture, sound]
    }
    const now = video.currentTime
    const isLong = appended.size > 4 && now > 90
    if (isLong) for (const one of files) if ((one.endMs - baseMs) / 1000 < now - 60) appended.delete(one.id)
    for (const [i, type] of types.entries()) {
      if (buffers[i] && buffers[i].type !== type) buffers[i].buffer.changeType(type)
      buffers[i] = { buffer: buffers[i]?.buffer ?? source.addSourceBuffer(type), type }
    }
    for (const [i, { buffer }] of buffers.entries()) {
      if (isLong) await change(buffer, () => buffer.remove(0, now - 60))
      buffer.timestampOffset = (file.startMs - baseMs) / 1000
      await change(buffer, () => buffer.appendBuffer(pieces[i]))
    }
  }
  /** A source keeps the tracks that it was opened for. */
  const reopen = (ms) => {
    const isPaused = video.paused
    play(files, ms)
    if (!isPaused) video.play().catch(() => {})
  }
  const look = () => {
    const i = files.findIndex((file) => file.endMs > atMs())
    if (i < 0) return
    const [file, next] = [files[i], files[i + 1]]
    shape ??= layoutOf(file).shape
    const isOther = (one) => layoutOf(one).shape !== shape
    if (isOther(file)) return reopen(Math.max(file.startMs, atMs()))
    if (next && isOther(next) && atMs() > file.endMs - 300) return reopen(next.startMs)
    if (file.startMs > atMs() + 100) video.currentTime = (file.startMs - baseMs) / 1000 + 0.01
    for (const one of next && !isOther(next) ? [file, next] : [file])
      turn = turn.then(() => append(one)).catch(() => appended.delete(one.id))
  }
  const startS = Math.max(0, (fromMs - baseMs) / 1000)
  const first = files.find((file) => file.endMs > fromMs) ?? files[0]
  shape = layoutOf(first).shape
  video.src = URL.createObjectURL(source)
  source.addEventListener(
    'sourceopen',
    () => {
      source.duration = (files.at(-1).endMs - baseMs) / 1000
      turn = turn.then(() => append(first)).catch(() => appended.delete(first.id))
    },
    { once: true },
  )
  for (const event of ['timeupdate', 'seeking', 'waiting']) video[`on${event}`] = look
  video.onloadedmetadata = () => {
    video.currentTime = startS
  }
}

function tick() {
  if (manifest) at('clock').textContent = timeText(atMs())
  requestAnimationFrame(tick)
}

async function begin() {
  show()
  at('language').onclick = () => {
    language = 1 - language
    show()
  }
  const text = (id) => at(id).textContent
  const started = await work({
    type: 'start',
    manifestText: text('manifest.json'),
    signature: text('manifest.sig'),
    key: text('key.pem'),
  })
  ;({ manifest, fingerprint = '' } = started)
  if (!started.isWhole) faults.push(['listAltered'])
  if (!manifest) {
    verdict = 'bad'
    return show()
  }
  timeText = clockOf(manifest.timeZone)
  started.chained.forEach((isChained, i) => {
    if (!isChained) faults.push(['chainAltered', { camera: manifest.stretches[i].camera.name }])
  })
  if (faults.length > 0) verdict = 'bad'
  const owner = new Map()
  for (const { camera, files } of manifest.stretches)
    for (const file of files) owner.set(file.id, [camera, file])
  const done = Promise.all([...owner.keys()].map((id) => fileChecked(id, false)))
  const all = cameras()
  at('camera').replaceChildren(...[...all.keys()].map((name) => new Option(name)))
  at('camera').onchange = () => play(all.get(at('camera').value), manifest.fromMs)
  play([...all.values()][0], manifest.fromMs)
  tick()
  show()
  const total = [...owner.values()].reduce((sum, [, file]) => sum + file.bytes, 0)
  let bytes = 0
  void checkAll((id, { isWhole, bad }) => {
    const [camera, file] = owner.get(id)
    bytes += file.bytes
    at('progress').value = bytes / total
    if (isWhole) return
    if (!bad) faults.push(['missing', { camera: camera.name, time: timeText(file.startMs) }])
    // A file whose pieces are all there and whose whole is not: its end was altered.
    for (const [from, to] of bad?.length === 0 ? [[file.endMs, file.endMs]] : (bad ?? []))
      faults.push(['altered', { camera: camera.name, time: `${timeText(from)} – ${timeText(to)}` }])
    verdict = 'bad'
    show()
  })
  await done
  verdict = faults.length > 0 ? 'bad' : 'good'
  show()
}

begin().catch(() => {
  verdict = 'cannot'
  show()
})
