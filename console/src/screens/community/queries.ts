import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  areaList,
  type DictionaryKind,
  dictionaryList,
  type DictionaryValue,
  placeList,
} from '@vedette/contract/calls/community'
import type { BodyOf, Call } from '@vedette/contract/call'
import { METHOD } from '@vedette/contract/push'
import { useCallback } from 'react'

import { useTold } from '../../app/use-told.ts'
import { useLanguage } from '../../i18n/language.ts'
import { ownLanguageFor } from '../../i18n/packs.ts'
import { send } from '../../wire/send.ts'

/** More are found by the search of their page. */
const MOST_AREAS = 1000

/** A page of a list of the module; the page before stays until it is there. */
export function useListed<C extends Call>(call: C, query: BodyOf<C>) {
  return useQuery({
    queryKey: [call.path, query],
    queryFn: ({ signal }) => send(call, query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** All areas, for a list to choose from. */
export function useAllAreas() {
  return useAreaQuery().data?.List ?? []
}

export function useAreaQuery() {
  return useListed(areaList, { PageSize: MOST_AREAS })
}

export function usePlaces(AreaID: string) {
  return useQuery({
    queryKey: [placeList.path, AreaID],
    queryFn: async ({ signal }) => (await send(placeList, { AreaID }, { signal })).List,
    enabled: AreaID !== '',
  })
}

export interface Option {
  value: string
  label: string
}

/** What the forms offer, in the person's language. */
export function useValues() {
  const language = useLanguage((it) => it.language)
  const { data = [] } = useQuery({
    queryKey: [dictionaryList.path],
    queryFn: async ({ signal }) => (await send(dictionaryList, {}, { signal })).List,
  })
  const nameOf = ({ NameEn, NameZh }: DictionaryValue): string =>
    ownLanguageFor(language) === 'zh-cn' ? NameZh : NameEn
  return {
    all: data,
    options: (kind: DictionaryKind): Option[] =>
      data
        .filter(({ Kind }) => Kind === kind)
        .map((value) => ({ value: value.ValueID, label: nameOf(value) })),
    text: (id: string): string => {
      const value = data.find(({ ValueID }) => ValueID === id)
      return value ? nameOf(value) : ''
    },
  }
}

/** Called after a change: all lists of the module fetch anew, since they count one another. */
export function useCommunityChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/vms/community/'),
      }),
    [queries],
  )
}

/** The same for what others change, as long as a page is open; returns what to call after an own change. */
export function useToldCommunity(): () => Promise<void> {
  const changed = useCommunityChanged()
  useTold(METHOD.communityChanged, changed)
  return changed
}
