import './audit.css'

import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AuditTable } from './AuditTable.tsx'
import { WhoSees } from './WhoSees.tsx'
import { WhyRefused } from './WhyRefused.tsx'

/** For full administrators: what was done, who may see a camera, why something is refused. */
export function Audit(): ReactNode {
  const t = useT()
  const [tab, setTab] = useState<'log' | 'who' | 'why'>('log')
  return (
    <div className="audit">
      <PageHead />
      <Tabs
        label={t('audit.tabs')}
        tabs={[
          { key: 'log', label: t('audit.log') },
          { key: 'who', label: t('audit.whoSees') },
          { key: 'why', label: t('audit.whyNot') },
        ]}
        chosen={tab}
        onChoose={setTab}
      >
        {tab === 'log' && <AuditTable />}
        {tab === 'who' && <WhoSees />}
        {tab === 'why' && <WhyRefused />}
      </Tabs>
    </div>
  )
}
