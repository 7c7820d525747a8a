import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Locked = {
  version: string
  integrity?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
}

export type Package = {
  path: string
  name: string
  version: string
  integrity: string
  license: string | null
}

export const isNode = (path: string): boolean => path.startsWith('node_modules/node-')

/**
 * The packages that the club needs when it runs, as the lock file has them and as they lie here. What
 * is for other machines is not installed and does not count.
 */
export function shippedPackages(root: string): Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(lock.packages).flatMap(([path, locked]) => {
    if (path === '' || locked.dev || locked.devOptional) return []
    const manifest = join(root, path, 'package.json')
    if (!existsSync(manifest)) {
      if (locked.optional) return []
      throw new Error(`${path} is not installed; run npm run build first.`)
    }
    const { version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      version: string
      license?: string
    }
    if (version !== locked.version)
      throw new Error(`${path} is installed as ${version}, and locked as ${locked.version}.`)
    if (!locked.integrity) throw new Error(`${path} has no integrity in the lock file.`)
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { integrity } = locked
    return [{ path, name, version, integrity, license: locked.license ?? license ?? null }]
  })
}
