export { PresenceHistory } from './PresenceHistory.tsx'
