import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { storeIdPath } from './storeId.ts'

/**
 * Notices that the folder of the files is gone below a running server: a volume that was taken away leaves an
 * empty folder behind, in which every file would seem deleted and new ones would lie where nobody finds them.
 */
export class FolderWatch {
  #path: string
  #isCurrent: () => boolean
  /** Whoever opens a folder that has no id yet has nothing to miss. */
  #wasThere: boolean

  /** `isCurrent`: whether the club's files lie there; from a folder they were moved out of nothing is missed. */
  constructor(dataDir: string, isCurrent: () => boolean = () => true) {
    this.#path = storeIdPath(dataDir)
    this.#isCurrent = isCurrent
    this.#wasThere = existsSync(this.#path)
  }

  /** Answers null, as there is nothing to say. */
  async refuseGone(): Promise<null> {
    if (!this.#isCurrent()) return null
    const isThere = await access(this.#path).then(
      () => true,
      () => false,
    )
    if (!isThere && this.#wasThere)
      throw Object.assign(new Error('the folder of the files is gone'), { code: 'ENODEV' })
    this.#wasThere ||= isThere
    return null
  }

  /** The folder of the files, which may be a volume of its own; null where no files are kept in one. */
  get folder(): string | null {
    return this.#wasThere && this.#isCurrent() ? dirname(this.#path) : null
  }

  async refuseUnwritable(): Promise<void> {
    await this.refuseGone()
    if (this.folder) await access(this.folder, constants.W_OK)
  }
}
