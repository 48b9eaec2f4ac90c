const NAMES: Readonly<Record<string, string>> = {
  H264: 'H.264',
  H265: 'H.265',
  MPEG4: 'MPEG-4',
  G711: 'G.711',
  G726: 'G.726',
  PCMU: 'G.711 (PCMU)',
  PCMA: 'G.711 (PCMA)',
  'MP4A-LATM': 'AAC (LATM)',
}

/** The name people use; devices write it otherwise. */
export function codecName(encoding: string): string {
  return NAMES[encoding] ?? encoding
}

/** Whether pages and recorders can do nothing with it. */
export function isUnplayable(encoding: string): boolean {
  return encoding !== '' && encoding !== 'H264' && encoding !== 'H265'
}
