/** A camera's own detection of motion in 8 × 4 cells, kept as it was written. */
import type { ServerResponse } from 'node:http'

import type { Answers } from '@vedette/devices/onvif/testing/scripted-device'
import { childrenOf, child, type XmlElement } from '@vedette/devices/onvif/xml'

export interface OwnDetection {
  now: {
    sensitivity: string
    /** What each rule has, by its name. */
    rules: Map<string, Record<string, string>>
    /** It lets no rule be changed. */
    isLocked: boolean
  }
  answers: Answers
  /** Whether it sent a fault of its own instead. */
  refuses(action: string, response: ServerResponse): boolean
}

const FAULT =
  '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><e:Fault><e:Code><e:Value>e:Receiver</e:Value>' +
  '</e:Code><e:Reason><e:Text>Locked</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>'
const LAYOUT = '<ElementItem Name="Layout"><CellLayout Columns="8" Rows="4"/></ElementItem>'

export function ownDetection(): OwnDetection {
  const now: OwnDetection['now'] = { sensitivity: '60', rules: new Map(), isLocked: false }
  const write = (request: XmlElement): string => {
    for (const rule of childrenOf(request, 'Rule'))
      now.rules.set(rule.attributes.get('Name') ?? '', itemsOf(rule))
    return ''
  }
  const item = ([name, value]: [string, string]) => `<SimpleItem Name="${name}" Value="${value}"/>`
  const answers: Answers = {
    GetAnalyticsModules: () =>
      '<AnalyticsModule Name="Engine" Type="tt:CellMotionEngine"><Parameters>' +
      `${item(['Sensitivity', now.sensitivity])}${LAYOUT}</Parameters></AnalyticsModule>`,
    ModifyAnalyticsModules: (request) => {
      now.sensitivity = itemsOf(child(request, 'AnalyticsModule'))['Sensitivity'] ?? ''
      return ''
    },
    GetRules: () =>
      [...now.rules]
        .map(
          ([name, items]) =>
            `<Rule Name="${name}" Type="tt:CellMotionDetector"><Parameters>${Object.entries(items).map(item).join('')}</Parameters></Rule>`,
        )
        .join(''),
    CreateRules: write,
    ModifyRules: write,
    DeleteRules: (request) => {
      for (const { text } of childrenOf(request, 'RuleName')) now.rules.delete(text)
      return ''
    },
  }
  return {
    now,
    answers,
    refuses(action, response) {
      if (!now.isLocked || !action.endsWith('Rules') || action === 'GetRules') return false
      response.writeHead(500, { 'content-type': 'application/soap+xml' }).end(FAULT)
      return true
    },
  }
}

function itemsOf(config: XmlElement | undefined): Record<string, string> {
  const items = childrenOf(child(config, 'Parameters'), 'SimpleItem')
  return Object.fromEntries(
    items.map(({ attributes }) => [attributes.get('Name') ?? '', attributes.get('Value') ?? '']),
  )
}
