import { expect, test } from 'vitest'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { stageFile } from '#contract/verification/verification.ts'
import { detectFileType } from '#server/platform/files/fileType.ts'
import { openClub } from '#testing/club/club.ts'
import { furtherPdfs } from '#testing/hostile/further.pdfs.ts'
import { furtherJpegs, furtherPngs, furtherWebps } from '#testing/hostile/further.pictures.ts'
import { realJpegs } from '#testing/hostile/real.jpegs.ts'
import { realPngs, realWebps } from '#testing/hostile/real.others.ts'
import { realPdfs } from '#testing/hostile/real.pdfs.ts'

test(
  'both doors take what is whole, and refuse the rest for what it is',
  { timeout: 300_000 },
  async () => {
    await using club = await openClub({ config: { limitsFactor: 1000 } })
    const mia = await club.member()
    const pictures = [
      ...(await realJpegs()),
      ...(await realPngs()),
      ...(await realWebps()),
      ...(await furtherJpegs()),
      ...(await furtherPngs()),
      ...(await furtherWebps()),
    ]
    const pdfs = [...(await realPdfs()), ...(await furtherPdfs())]
    for (const { name, bytes, fate } of pictures) {
      const added = await club.call(mia, addPhoto, { file: new Uint8Array(bytes) })
      expect(added.ok ? 'whole' : added.code, name).toBe(fate)
      if (added.ok) await club.call(mia, removePhoto, { params: { photoId: added.answer.photoId } })
    }
    for (const { name, bytes, fate } of [...pictures, ...pdfs]) {
      const type = detectFileType(bytes)
      if (type === 'webp') continue
      const query = { side: 'front', type: type ?? 'jpeg' } as const
      const staged = await club.call(mia, stageFile, { query, file: new Uint8Array(bytes) })
      expect(staged.ok ? 'whole' : staged.code, name).toBe(fate)
    }
  },
)
