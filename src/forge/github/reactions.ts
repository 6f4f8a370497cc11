const NAMES: Readonly<Record<string, string>> = { THUMBS_UP: '+1', THUMBS_DOWN: '-1' };

/** `THUMBS_UP` → `+1`, `HEART` → `heart`, which are the names used outside GraphQL. */
export function reactionName(content: string): string {
  return NAMES[content] ?? content.toLowerCase();
}
