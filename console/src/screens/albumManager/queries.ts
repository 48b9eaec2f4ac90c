import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AlbumPicture, deleteImage, imageDownloadUrl, imageList } from '@vedette/contract/calls/album'
import type { BodyOf } from '@vedette/contract/call'
import { getGroupList } from '@vedette/contract/calls/group'

import { downloadFrom } from '../../ui/download-from.ts'
import { send } from '../../wire/send.ts'

const PAGE_SIZE = 100

export type AlbumFilter = Omit<BodyOf<typeof imageList>, 'Page' | 'PageSize'>

/** The pictures as far as somebody has scrolled. */
export function useAlbum(filter: AlbumFilter) {
  return useInfiniteQuery({
    queryKey: [imageList.path, filter],
    queryFn: ({ pageParam, signal }) =>
      send(imageList, { ...filter, Page: pageParam, PageSize: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ Total }, pages) => (pages.length * PAGE_SIZE < Total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    // With each page all that are there would be compared, ten thousand pictures in the end.
    structuralSharing: false,
  })
}

export function useRegionForest() {
  return useQuery({
    queryKey: [getGroupList.path],
    queryFn: async ({ signal }) => (await send(getGroupList, {}, { signal })).List,
  })
}

export function useAlbumActions() {
  const queries = useQueryClient()
  return {
    remove: async (pictures: readonly AlbumPicture[]): Promise<number> => {
      const { Deleted } = await send(deleteImage, { PictureIDs: idsOf(pictures) })
      await queries.invalidateQueries({ queryKey: [imageList.path] })
      return Deleted
    },
    /** One as it is, several as a .zip file, into the browser's downloads. */
    download: async (pictures: readonly AlbumPicture[]): Promise<void> => {
      downloadFrom((await send(imageDownloadUrl, { PictureIDs: idsOf(pictures) })).Url)
    },
  }
}

function idsOf(pictures: readonly AlbumPicture[]): string[] {
  return pictures.map(({ PictureID }) => PictureID)
}
