import { saveProfile } from '#contract/members/profiles.ts'
import { photoPath } from '#web/platform/api/photoPath.ts'
import { mila, openTab, refusal, type Server } from './openTab.tsx'

/** A photo's id, by its number. */
export const photo = (number: number): string =>
  `0190000${number}-0000-4000-8000-00000000000${number}`

const SIGNED = {
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/webp': [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
}

/** A file that begins like a picture and is not one. */
export function picture(
  name: string,
  { type = 'image/jpeg' as keyof typeof SIGNED, bytes = 64 } = {},
): File {
  const content = new Uint8Array(bytes)
  content.set(SIGNED[type])
  return new File([content], name, { type })
}

/** The numbers of the photos shown, in order. */
export const shownPhotos = (): number[] =>
  [...document.querySelectorAll('li[data-photo] img')].map((image) => {
    const src = image.getAttribute('src')
    return (
      [1, 2, 3, 4, 5, 6, 7, 8].find((n) => src === photoPath(mila.userId, photo(n), '320')) ?? 0
    )
  })

/** Mila's own profile at a server that keeps what it is sent, unless the test answers otherwise. */
export async function openProfile({
  photos = [] as number[],
  answers = {} as Server['answers'],
  session = mila,
  ...options
} = {}) {
  const profile = {
    username: 'Mila',
    city: 'Köln' as string | null,
    bio: null as string | null,
    photos: photos.map(photo),
  }
  let added = photos.length
  const PHOTOS = '/api/profile/photos'
  const stored: Server['answers'] = {
    '/api/profile': ({ method, body }) => {
      if (method === 'PUT') Object.assign(profile, saveProfile.body.parse(body))
      return Response.json(profile)
    },
    [PHOTOS]: ({ method, body }) => {
      if (method === 'PUT') Object.assign(profile, body)
      else profile.photos.push(photo((added += 1)))
      return Response.json({ photoId: profile.photos.at(-1), photos: profile.photos })
    },
  }
  for (const id of profile.photos)
    stored[`${PHOTOS}/${id}`] = ({ method }) => {
      if (method !== 'DELETE') return refusal('unexpected', {}, 500)
      profile.photos = profile.photos.filter((one) => one !== id)
      return Response.json({ photos: profile.photos })
    }
  const tab = await openTab('/profile', {
    session,
    language: 'en',
    answers: { ...stored, ...answers },
    ...options,
  })
  return { ...tab, profile, keep: stored }
}
