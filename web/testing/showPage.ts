/** Shows a whole page that was written out, in the document at hand. */
export function showPage(html: string): void {
  const { documentElement, head, body } = new DOMParser().parseFromString(html, 'text/html')
  document.documentElement.lang = documentElement.lang
  Object.assign(document.documentElement.dataset, documentElement.dataset)
  document.head.replaceChildren(...head.childNodes)
  document.body.replaceChildren(...body.childNodes)
}
