const DEFAULT_PORT = 9229

/**
 * The flags that open a child's inspector where this process has one, `nth` ports further: two processes cannot share a port.
 * Port 0 is any free one for each.
 */
export function inspectorFlags(nth: number, ownFlags: readonly string[] = process.execArgv): string[] {
  for (const flag of ownFlags) {
    const [, host = '', port] = /^--inspect(?:=(.*?:)?(\d+))?$/.exec(flag) ?? []
    if (!flag.startsWith('--inspect') || (port === undefined && flag !== '--inspect')) continue
    const own = Number(port ?? DEFAULT_PORT)
    return [`--inspect=${host}${own === 0 ? 0 : own + nth}`]
  }
  return []
}
