export const files = import.meta.glob<Record<string, string>>('./de/*.json', {
  eager: true,
  import: 'default',
})
