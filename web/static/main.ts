import { offerConfirmation } from './confirm.ts'
import { speakChosenLanguage } from './language.ts'
import { showLeftNotice } from './notice.ts'
import { switchTheme } from './theme.ts'

// Public pages are complete without this: each part only wires what stands in the page already.
speakChosenLanguage()
switchTheme()
offerConfirmation()
showLeftNotice()
