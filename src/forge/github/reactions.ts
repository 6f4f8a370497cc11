const NAMES: Readonly<Record<string, string>> = { THUMBS_UP: '+1', THUMBS_DOWN: '-1' };

/** `THUMBS_UP` → `+1`, `HEART` → `heart`: as everywhere but in GraphQL. */
export function reactionName(content: string): string {
  return NAMES[content] ?? content.toLowerCase();
}
