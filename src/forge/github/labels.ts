import { kindSchema } from '../events.ts';

export const kindPrefix = 'kind/';
/** The engine's own labels are told by this, so that it takes away none that people made. */
export const statusPrefix = 'game/';

/** Which game of several in a repository a post is of, by the folder of that game. */
export const gamePrefix = 'of/';

export function labelOfGame(game: string): string {
  return `${gamePrefix}${game}`;
}

export function kindOfLabel(label: string): string | null {
  if (!label.startsWith(kindPrefix)) return null;
  const { success, data } = kindSchema.safeParse(label.slice(kindPrefix.length));
  return success ? data : null;
}

export function labelOfKind(kind: string): string {
  return `${kindPrefix}${kind}`;
}

/** The use of a post that has no label; which kind that is, is for the rules. */
export function purposeWithoutLabel(type: 'Issue' | 'PullRequest'): 'change' | 'tell' {
  return type === 'PullRequest' ? 'change' : 'tell';
}
