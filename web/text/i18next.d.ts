import type { Catalogues } from './catalogues.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Catalogues
    keySeparator: false
    nsSeparator: false
  }
}
