/** Words of games that have dynasties, which others don’t know: in prose, as keys, and in addresses. */
const FOREIGN = /\b(?:dynast|emperor|quorum|hiatus|special[- ]case|appendix)\w*/giu;

/** Words that are shown: code, addresses and ids are none. */
export function shownIn(html: string): string {
  return html.replace(/<(script|style)\b.*?<\/\1>/gsu, '').replace(/<[^>]*>/gu, ' ');
}

export function foreignIn(text: string): readonly string[] {
  return [...new Set(text.match(FOREIGN) ?? [])];
}
