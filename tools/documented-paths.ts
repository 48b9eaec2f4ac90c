/** Which paths of the repository a Markdown page names. */

const ROOTS =
  /^(contract|media|vision|devices|simulator|server|console|e2e|bench|docs|tools|\.ci)\/[\w./-]*$|^([\w-]+\.md|start\.js|package\.json)$/

export interface NamedPath {
  path: string
  /** A link is relative to its page; a path in backticks to the repository. */
  isLink: boolean
}

/** Patterns with `*`, `<…>` or `{…}` are no paths and are left out. */
export function pathsNamedIn(markdown: string): NamedPath[] {
  const prose = markdown.replaceAll(/```[\s\S]*?```/g, '')
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((text) => ROOTS.test(text))
    .map((path) => ({ path, isLink: false }))
  const linked = [...prose.matchAll(/\]\(([^)\s#]+)(#[^)]*)?\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((path) => ({ path, isLink: true }))
  return [...quoted, ...linked]
}
