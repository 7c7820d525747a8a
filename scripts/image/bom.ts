import { isNode, shippedPackages, type Package } from './packages.ts'

export type Release = { version: string; revision: string; time: number }
type DebianPackage = { name: string; version: string; architecture: string }

/** A bill of materials in CycloneDX: all that is in the image, but for the club's own files. */
export function writeBom(root: string, debian: DebianPackage[], release: Release): string {
  const { version, revision, time } = release
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      component: {
        type: 'container',
        'bom-ref': 'club',
        name: 'club',
        version,
        properties: [{ name: 'org.opencontainers.image.revision', value: revision }],
      },
    },
    components: [...shippedPackages(root).map(describeNpm), ...debian.map(describeDebian)],
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

/** Whose manifest names no licence, by the one that lies in it. */
const BY_FILE: Record<string, string> = { 'png-js': 'MIT' }

function describeNpm({ path, name, version, integrity, license: declared }: Package) {
  const license = declared ?? BY_FILE[name]
  const [algorithm = '', sum = ''] = integrity.split('-', 2)
  return {
    type: isNode(path) ? 'platform' : 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [describeLicense(license)] }),
    hashes: [
      {
        alg: algorithm.replace(/^sha/, 'SHA-'),
        content: Buffer.from(sum, 'base64').toString('hex'),
      },
    ],
  }
}

const describeLicense = (license: string) =>
  /^[\w.+() -]+$/.test(license) && !license.startsWith('SEE ')
    ? { expression: license }
    : { license: { name: license } }

const describeDebian = ({ name, version, architecture }: DebianPackage) => ({
  type: 'library',
  'bom-ref': `debian/${name}`,
  name,
  version,
  purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`,
})

/** What is installed, by Debian's own book of it. */
export const readDebianPackages = (status: string): DebianPackage[] =>
  status
    .split('\n\n')
    .filter((one) => /^Status: install ok installed$/m.test(one))
    .map((one) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(one)?.[1] ?? ''
      return {
        name: field('Package'),
        version: field('Version'),
        architecture: field('Architecture'),
      }
    })
