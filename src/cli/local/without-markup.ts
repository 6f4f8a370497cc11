/** Renders Markdown written for a forge's comments for a terminal. */
export function withoutMarkup(markdown: string): string {
  return markdown.replaceAll('**', '').replaceAll(/\\([^\w\s])/gu, '$1');
}
