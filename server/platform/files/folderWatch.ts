import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { storeIdPath } from './storeId.ts'

/** With less than this free below a folder nobody is promised that what is written there is kept. */
const LEAST_FREE_BYTES = 8 * 1024 * 1024

/** Throws where the disk of a folder has no room to speak of. */
export async function refuseFull(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < LEAST_FREE_BYTES)
    throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
}

/**
 * Notices that the folder of the files is gone below a running server: a volume that was taken away leaves an
 * empty folder behind, in which every file would seem deleted and new ones would lie where nobody finds them.
 */
export class FolderWatch {
  #path: string
  #isCurrent: () => boolean
  /** A folder that had no id when it was opened has none to lose. */
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

  /** Throws where no file could be kept now. */
  async refuseUnwritable(): Promise<void> {
    await this.refuseGone()
    if (!this.folder) return
    await access(this.folder, constants.W_OK)
    await refuseFull(this.folder)
  }

  /** Whether files could be kept now; null where they lie elsewhere. */
  async isWritable(): Promise<boolean | null> {
    if (!this.#isCurrent()) return null
    return this.refuseUnwritable().then(
      () => true,
      () => false,
    )
  }
}
