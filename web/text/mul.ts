export const files = import.meta.glob<Record<string, string>>('./mul/*.json', {
  eager: true,
  import: 'default',
})
