import sharp from 'sharp'

/** A card of nobody: all of one colour, with where it was taken written into the file. */
export const card = (width = 1200, height = 760) =>
  sharp({ create: { width, height, channels: 3, background: '#7fb2d9' } })
    .withExif({ IFD0: { Artist: 'Mia Muster' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()

/** Somebody without a face, before a wall of this colour. */
export const portrait = (colour = '#7c3a2d', width = 960, height = 1280) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${colour}"/>
    <circle cx="50%" cy="42%" r="190" fill="#f3dfca"/>
    <ellipse cx="50%" cy="100%" rx="380" ry="330" fill="#f3dfca"/></svg>`

/** The same as a photo in somebody's folder. */
export const encodePhoto = (drawn: string) => sharp(Buffer.from(drawn)).jpeg().toBuffer()
