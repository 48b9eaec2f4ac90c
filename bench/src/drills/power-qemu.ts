/** QEMU with Debian's kernel. Its root is this machine's, read-only, by 9p; what the kernel needs to reach it is in an initramfs of ours. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export const QEMU = '/usr/bin/qemu-system-x86_64'
export const QEMU_DISK = '/dev/vda'
const BUSYBOX = '/bin/busybox'
/** A host that is a virtual machine itself may refuse to set what `arch-capabilities` names. */
const KVM = ['-accel', 'kvm', '-cpu', 'host,-arch-capabilities']
const EMULATED = ['-accel', 'tcg,thread=multi', '-cpu', 'max']
const PLAIN = ['-smp', '2', '-nodefaults', '-no-reboot', '-display', 'none', '-serial', 'stdio']

/** What opens the way to root and disk, in the order in which each finds what it needs. Later kernels have some of it built in. */
const MODULES = (
  'virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_blk ' +
  'netfs fscache 9pnet 9pnet_virtio 9p crc16 mbcache jbd2 crc32c_generic libcrc32c ext4'
).split(' ')

/** Debian's kernel, installed or taken out of its package into the folder that `VEDETTE_DRILL_KERNEL` names. */
export function kernelOf(): { image: string; modules: string } | undefined {
  if (!existsSync(BUSYBOX)) return undefined
  for (const root of [process.env['VEDETTE_DRILL_KERNEL'] ?? '', '/']) {
    const boot = join(root, 'boot')
    const image = root !== '' && existsSync(boot) ? readdirSync(boot).find(isKernel) : undefined
    const version = image?.slice('vmlinuz-'.length) ?? ''
    const modules = join(root, 'lib/modules', version, 'kernel')
    if (image !== undefined && existsSync(modules)) return { image: join(boot, image), modules }
  }
  return undefined
}

const isKernel = (name: string): boolean => /^vmlinuz-.*amd64$/.test(name)

export function qemuCommand(
  folder: string,
  init: string,
  { memory, disk, hasKvm }: { memory: string; disk: string; hasKvm: boolean },
): { command: string; args: string[] } {
  const kernel = kernelOf()
  if (!kernel)
    throw new Error('There is no kernel of Debian with busybox here (linux-image-amd64, busybox-static)')
  const initramfs = join(folder, 'initramfs')
  writeFileSync(initramfs, initramfsOf(kernel.modules, init))
  const share = (path: string, tag: string, more: string): string[] => [
    '-virtfs',
    `local,path=${path},mount_tag=${tag},security_model=none,multidevs=remap${more}`,
  ]
  return {
    command: QEMU,
    args: [
      ...(hasKvm ? KVM : EMULATED),
      ...PLAIN,
      '-m',
      memory,
      '-kernel',
      kernel.image,
      '-initrd',
      initramfs,
      '-append',
      'console=ttyS0 quiet panic=-1',
      ...share('/', 'root', ',readonly=on'),
      ...share(join(folder, 'own'), 'own', ''),
      '-drive',
      `file=${disk},if=virtio,format=raw,cache=writeback`,
    ],
  }
}

/** The kernel sets its clock to within half a second; a new file of ours tells it the moment. */
export function qemuClock(folder: string): string {
  const own = join(folder, 'own')
  return `mount -t 9p -o trans=virtio,version=9p2000.L,cache=none own ${own}
touch ${own}/clock
date -s @$(stat -c %.9Y ${own}/clock) >/dev/null
`
}

function initramfsOf(modules: string, init: string): Buffer {
  const script = `#!/bin/busybox sh
for name in ${MODULES.join(' ')}; do
  /bin/busybox insmod /modules/$name.ko 2>/dev/null
done
/bin/busybox mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,ro,cache=loose root /root
/bin/busybox mount -t devtmpfs dev /root/dev
exec /bin/busybox switch_root -c /dev/console /root ${init}
`
  const wanted = new Set(MODULES.map((name) => `${name}.ko`))
  const found = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((path) =>
    wanted.has(basename(path)),
  )
  return archiveOf([
    ...['bin', 'modules', 'root'].map((path): Entry => ({ path, mode: 0o040755, bytes: Buffer.alloc(0) })),
    { path: 'init', mode: 0o100755, bytes: Buffer.from(script) },
    { path: 'bin/busybox', mode: 0o100755, bytes: readFileSync(BUSYBOX) },
    ...found.map((path): Entry => ({
      path: `modules/${basename(path)}`,
      mode: 0o100644,
      bytes: readFileSync(join(modules, path)),
    })),
  ])
}

interface Entry {
  path: string
  mode: number
  bytes: Buffer
}

/** The kernel's initramfs format: a cpio archive of the kind "newc". */
function archiveOf(entries: readonly Entry[]): Buffer {
  const end: Entry = { path: 'TRAILER!!!', mode: 0, bytes: Buffer.alloc(0) }
  const parts = [...entries, end].flatMap(({ path, mode, bytes }, i) => {
    const fields = [i + 1, mode, 0, 0, 1, 0, bytes.length, 0, 0, 0, 0, path.length + 1, 0]
    const head = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${path}\0`
    return [padded(Buffer.from(head, 'latin1')), padded(bytes)]
  })
  return Buffer.concat(parts)
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
