/** What strace saw of a folder's files, and which bytes of them a disk was never told to keep. */

/** The calls by which programs write, name and flush. */
export const CALLS = [
  'openat,open,creat,rename,renameat,renameat2',
  'write,writev,pwrite64,pwritev,pwritev2,ftruncate,fallocate,copy_file_range,sendfile',
  'fsync,fdatasync',
].join(',')

export interface Kept {
  /** The disk has promised so many bytes from the start on. */
  bytes: number
  /** The disk has promised that the file stands in its folder. */
  hasName: boolean
}

interface Seen extends Kept {
  end: number
  /** Each write is on the disk when it returns. */
  writesThrough: boolean
}

const CALL = /^(\d+) +(\w+)\((.*)\) += (-?\d+)(?:<(.*)>)?/
const UNFINISHED = /^(\d+) +(.*) <unfinished \.\.\.>$/
const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/

/** What the log says was kept, by path. What began and did not return has not happened. */
export function keptOf(log: string): Map<string, Kept> {
  const seen = new Map<string, Seen>()
  const begun = new Map<string, string>()
  for (const line of log.split('\n')) {
    const [, unfinishedPid, start] = UNFINISHED.exec(line) ?? []
    if (unfinishedPid !== undefined && start !== undefined) {
      begun.set(unfinishedPid, start)
      continue
    }
    const [, resumedPid, rest] = RESUMED.exec(line) ?? []
    const whole =
      resumedPid === undefined ? line : `${resumedPid} ${begun.get(resumedPid) ?? ''}${rest ?? ''}`
    const [, , name, args, result, opened] = CALL.exec(whole) ?? []
    if (name !== undefined && args !== undefined && Number(result) >= 0)
      note(seen, { name, args, result: Number(result), opened: opened ?? '' })
  }
  return seen
}

interface Done {
  name: string
  args: string
  result: number
  opened: string
}

function note(seen: Map<string, Seen>, { name, args, result, opened }: Done): void {
  if (name === 'open' || name === 'openat' || name === 'creat') {
    const isNew = !seen.has(opened) && (args.includes('O_CREAT') || name === 'creat')
    if (isNew || args.includes('O_TRUNC'))
      seen.set(opened, { bytes: 0, hasName: !isNew, end: 0, writesThrough: /O_D?SYNC/.test(args) })
    return
  }
  if (name.startsWith('rename')) {
    const [from = '', to = ''] = [...args.matchAll(/"([^"]*)"/g)].map(([, path = '']) => path)
    const file = seen.get(from)
    if (file) seen.set(to, file)
    seen.delete(from)
    return
  }
  const path = /^\d+<(.*?)>/.exec(args)?.[1] ?? ''
  const file = seen.get(path)
  if (name === 'fsync' || name === 'fdatasync') {
    if (file) Object.assign(file, { bytes: file.end, hasName: true })
    for (const [other, names] of seen) if (folderOf(other) === path) names.hasName = true
    return
  }
  if (!file) return
  if (name === 'ftruncate') {
    file.end = Number(args.split(', ').at(-1))
    file.bytes = Math.min(file.bytes, file.end)
    return
  }
  const at = name.startsWith('pwrite') ? offsetIn(name, args) : file.end
  file.end = Math.max(file.end, at + result)
  if (file.writesThrough) file.bytes = file.end
}

/** The last argument, or the one before the flags. */
function offsetIn(name: string, args: string): number {
  return Number(args.split(', ').at(name === 'pwritev2' ? -2 : -1))
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
