import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { Skeleton, type SkeletonShape } from './Skeleton.tsx'

interface Props extends SkeletonShape {
  isFailed: boolean
}

/** Stands in the place of what is fetched: its shape while it comes, a sentence where it could not be. */
export function NotYet({ isFailed, ...shape }: Props): ReactNode {
  const t = useT()
  return isFailed ? <p role="alert">{t('ui.loadFailed')}</p> : <Skeleton {...shape} />
}
