/** `docs/calls.md`: every call as the contract declares it. Written by `npm run docs`. */
import { globSync, readFileSync } from 'node:fs'

import type { Access, Call } from '@vedette/contract/call'
import { CODES } from '@vedette/contract/codes'
import { z } from 'zod'

import { typeText } from './type-text.ts'

const IDS = {
  region: '01HZREGION',
  device: 'CAM-0000000001',
  account: '01HZACCOUNT',
  role: '01HZROLE',
  picture: '01HZPICTURE',
}

const HEAD = `# Calls

Written by \`npm run docs\` from \`contract/src/calls/\`; do not edit. [The wire](protocol.md) has the envelope, the sockets and what calls have in common. The same as OpenAPI 3.1: \`GET /vms/openapi.json\`.

Every call may also be refused for reasons that all share: bad input (6100), no permission (5059), ids that are unknown or not the caller's (6004), an ended session (5007), a busy server (6110).

`

/** What the declarations say above themselves, by path. */
export function commentsOfCalls(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of globSync(`${folder}/*.ts`)) {
    const text = readFileSync(file, 'utf8')
    for (const [, comment = '', path = ''] of text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const \w+ = call\('([^']+)'/g,
    ))
      found.set(path, comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim())
  }
  return found
}

export function callsPage(calls: readonly Call[], comments: ReadonlyMap<string, string>): string {
  const sorted = calls.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return HEAD + sorted.map((call) => sectionOf(call, comments.get(call.path))).join('\n')
}

function sectionOf(call: Call, comment: string | undefined): string {
  const reply = z.toJSONSchema(call.reply, { io: 'output', unrepresentable: 'any' })
  const said = typeText(reply)
  const example = call.example(IDS)
  return [
    `## ${call.path}`,
    '',
    `**${call.title.en}** · ${call.title['zh-cn']}${comment ? `. ${comment}` : ''}`,
    '',
    `${howText(call)} · ${accessText(call)} · ${EFFECTS[call.effect]}`,
    '',
    ...fieldsOf(call.body),
    ...(said === '{}' ? [] : [`Reply: \`${said}\``, '']),
    ...(call.refusals.length > 0
      ? [`Refusals: ${call.refusals.map((it) => `${CODES[it].code} ${CODES[it].en}`).join('; ')}.`, '']
      : []),
    ...(Object.keys(example).length > 0 ? [`Example: \`${JSON.stringify(example)}\``, ''] : []),
  ].join('\n')
}

const EFFECTS = {
  reads: 'reads',
  discloses: 'discloses, in the audit log',
  changes: 'changes, in the audit log',
} as const

function howText({ transport, method }: Call): string {
  if (transport === 'socket') return 'Of a socket'
  if (transport === 'url') return 'By a signed URL'
  return transport === 'upload' ? 'POST, multipart, the field `file`' : method
}

function accessText({ access, forSeveral, listedFor }: Call): string {
  const several = forSeveral ? `; several at once: \`${forSeveral}\`` : ''
  const others = listedFor ? `; about others: \`${listedFor}\`` : ''
  return `${whoText(access)}${several}${others}`
}

function whoText(access: Access): string {
  if (access === 'public') return 'anybody'
  if (access === 'session') return 'anybody logged in'
  if (access === 'administrator') return 'full administrators of all regions'
  return access.map((grant) => `\`${grant}\``).join(' or ')
}

function fieldsOf(body: z.ZodType): string[] {
  if (!(body instanceof z.ZodObject)) return []
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isOptional = !(schema.required ?? []).includes(name)
    const standard =
      typeof field === 'object' && field.default !== undefined ? JSON.stringify(field.default) : ''
    return `| \`${name}${isOptional ? '?' : ''}\` | \`${typeText(field).replaceAll('|', '\\|')}\` | ${standard && `\`${standard}\``} |`
  })
  return rows.length > 0 ? ['| field | type | otherwise |', '|---|---|---|', ...rows, ''] : []
}
