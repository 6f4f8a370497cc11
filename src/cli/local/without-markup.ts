/** Text that is written for a forge's comments, as a terminal shows it. */
export function withoutMarkup(markdown: string): string {
  return markdown.replaceAll('**', '').replaceAll(/\\([^\w\s])/gu, '$1');
}
