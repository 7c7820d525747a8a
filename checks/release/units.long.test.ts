import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('systemd takes the services as they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'club-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const unit of globSync('deploy/systemd/*.service')) {
    const here = readFileSync(unit, 'utf8').replaceAll('=/srv/club/deploy', `=${resolve('deploy')}`)
    const file = join(folder, basename(unit))
    writeFileSync(file, here)
    const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', file], {
      encoding: 'utf8',
    })
    if (error) throw new Error('systemd is not installed; run apt-get install systemd.')
    expect([unit, status, stderr]).toEqual([unit, 0, ''])
  }
})
