/** A word that the rules define, and the place of its definition. */
export interface Term {
  readonly words: string;
  readonly anchor: string;
}

/** `<p id="a:3"><strong>Quorum</strong>. …` defines Quorum at `a:3`; the definition ends where the next begins. */
export function definitionsIn(html: string): readonly (Term & { readonly text: string })[] {
  let anchor = '';
  const found: (Term & { readonly from: number })[] = [];
  for (const { 1: attributes = '', 2: words, index } of html.matchAll(
    /<[a-z0-9]+((?:\s+[\w-]+="[^"]*")*)\s*>(?:\s*<strong>([^<]+)<\/strong>)?/g,
  )) {
    anchor = / id="([^"]+)"/.exec(attributes)?.[1] ?? anchor;
    if (words !== undefined && anchor !== '') found.push({ words: words.trim(), anchor, from: index });
  }
  return found.map(({ from, ...term }, at) => ({ ...term, text: html.slice(from, found[at + 1]?.from) }));
}
