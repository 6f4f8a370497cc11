import { kindSchema } from '../events.ts';

export const kindPrefix = 'kind/';
/** The prefix of the engine's own labels, so that it removes none that people made. */
export const statusPrefix = 'game/';
/** The label of what is put to a vote. */
export const PENDING = `${statusPrefix}pending`;

/** The prefix of labels that name a post's game by its folder, if a repository has several. */
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

/** The purpose of a post without a label. The rules decide which kind that is. */
export function purposeWithoutLabel(type: 'Issue' | 'PullRequest'): 'change' | 'tell' {
  return type === 'PullRequest' ? 'change' : 'tell';
}
