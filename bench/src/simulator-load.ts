/** What the simulator costs while all its streams are watched. */
import { startShards } from '../../server/src/media/shards.ts'
