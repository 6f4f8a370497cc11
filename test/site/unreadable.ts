import { wordsOn } from './read-html.ts';

/** Classes of what holds the law’s own words, and those of players. */
const LAW = ['change', 'law'];
const RAW =
  /\d{4}-\d\d-\d\dT[\d:]+Z|#[0-9a-f]{6}\b|(none|–|true|false) →|→ (none|–|true|false)\b|: (true|false)\b|\[object/gu;
const ID = /(?<![\w/.-])[a-z][a-z0-9]*(-[a-z0-9]+)+(?![\w/])/gu;

/** What stands on a page that only a machine would write: ids of the game, booleans, times, colours’ numbers. */
export function unreadable(
  html: string,
  ids: ReadonlySet<string>,
  besides: readonly string[] = [],
): readonly string[] {
  const words = wordsOn(html, [...LAW, ...besides]);
  return [...(words.match(ID) ?? []).filter((id) => ids.has(id)), ...(words.match(RAW) ?? [])];
}
