/** User Mode Linux: a kernel that is an ordinary process. */
export const UML = '/usr/bin/linux.uml'
export const UML_DISK = '/dev/ubda'

/** Its root is this machine's, read-only. */
export function umlCommand(
  folder: string,
  init: string,
  memory: string,
  disk?: string,
): { command: string; args: string[] } {
  const root = ['root=/dev/root', 'rootfstype=hostfs', 'rootflags=/', 'ro', `init=${init}`]
  const consoles = ['con=null', 'con0=null,fd:1', 'quiet', `uml_dir=${folder}/own/`]
  const disks = disk === undefined ? [] : [`ubd0=${disk}`]
  return { command: UML, args: [`mem=${memory}`, ...disks, ...root, ...consoles] }
}
