// A process of the club that shows another build of the web app: the folder in which that lies comes first.
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/platform/process/log.ts'
import { startClub } from '#server/start.ts'

const config = readConfig()
const log = openLog(config.logLevel)
const club = await startClub(config, log, { siteFolder: process.argv[2] ?? '' })
process.on('SIGTERM', () => void club.stop({ isHurried: true }).then(() => process.exit(0)))
process.stdout.write('ready\n')
