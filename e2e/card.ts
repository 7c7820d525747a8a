import sharp from 'sharp'

/** A card of nobody: all of one colour, with where it was taken written into the file. */
export const card = (width = 1200, height = 760) =>
  sharp({ create: { width, height, channels: 3, background: '#7fb2d9' } })
    .withExif({ IFD0: { Artist: 'Mia Muster' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
