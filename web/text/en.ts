export const files = import.meta.glob<Record<string, string>>('./en/*.json', {
  eager: true,
  import: 'default',
})
