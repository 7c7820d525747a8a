import sharp from 'sharp'

// Drawn, not photographed, and nothing like any real document: everybody sees that it is a demo.
const escapeMarkup = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const text = (x: number, y: number, size: number, words: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" ${more}>${escapeMarkup(words)}</text>`

export type Sitter = { username: string; birthdate: string; hue: number }

function face({ hue }: Sitter, cx: number, cy: number, r: number): string {
  const eye = (side: number) =>
    `<circle cx="${cx + side * r * 0.35}" cy="${cy - r * 0.2}" r="${r * 0.1}" fill="#222"/>`
  return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="hsl(${hue} 75% 70%)" stroke="#222" stroke-width="4"/>
    ${eye(-1)}${eye(1)}
    <path d="M ${cx - r * 0.5} ${cy + r * 0.25} q ${r * 0.5} ${r * 0.55} ${r} 0" fill="none" stroke="#222" stroke-width="5"/>`
}

const draw = (width: number, height: number, inside: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`,
    ),
  )
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()

/** The front of a card of a country of fancy. */
export const drawFront = (sitter: Sitter): Promise<Buffer> =>
  draw(
    640,
    404,
    `<rect width="640" height="404" rx="20" fill="hsl(${sitter.hue} 45% 92%)" stroke="#456" stroke-width="3"/>
    ${text(30, 48, 24, 'MUSTER · SPECIMEN', 'font-weight="700" fill="#a00"')}
    ${text(30, 78, 15, 'Freie Republik Fantasien, kein echtes Dokument')}
    <rect x="30" y="104" width="180" height="220" fill="#fff" stroke="#456"/>
    ${face(sitter, 120, 214, 70)}
    ${text(236, 134, 14, 'Name')}${text(236, 164, 26, sitter.username)}
    ${text(236, 208, 14, 'Geburtstag')}${text(236, 238, 26, sitter.birthdate.split('-').toReversed().join('.'))}
    ${text(236, 282, 14, 'Gültig bis')}${text(236, 312, 26, '31.12.2999')}
    <rect x="236" y="346" width="370" height="34" fill="#111"/>
    ${text(30, 368, 14, 'Zugangsnummer geschwärzt')}`,
  )

export const drawBack = ({ hue }: Sitter): Promise<Buffer> =>
  draw(
    640,
    404,
    `<rect width="640" height="404" rx="20" fill="hsl(${hue} 45% 92%)" stroke="#456" stroke-width="3"/>
    ${text(120, 190, 56, 'MUSTER', 'font-weight="700" fill="#a00" opacity="0.6"')}
    ${text(60, 250, 20, 'Rückseite. Hier steht nichts, und das ist Absicht.')}
    <rect x="30" y="300" width="580" height="70" fill="#111"/>`,
  )

export const drawSelfie = (sitter: Sitter): Promise<Buffer> =>
  draw(
    480,
    600,
    `<rect width="480" height="600" fill="hsl(${(sitter.hue + 180) % 360} 30% 85%)"/>
    ${face(sitter, 240, 280, 150)}
    ${text(50, 540, 19, 'SPECIMEN: ein gezeichnetes Gesicht')}`,
  )
