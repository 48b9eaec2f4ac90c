import { openDataFolder } from '../engines/data-folder.ts'

// A process that takes the folder and keeps it until it is killed, or forgotten for a minute.
await openDataFolder(process.argv[2] ?? '')
process.stdout.write('held\n')
setTimeout(() => process.exit(), 60_000)
