/** What a text, or the moment, may be refused with. */
export const pacingErrors = [
  'contact_data',
  'newcomer_limit',
  'slow_mode',
  'same_text',
  'words_blocked',
  'hidden_now',
] as const
