import type { Terms } from './manifest.ts';

/** The names of everything that rules track, by its owner. */
interface Tracked {
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Whether the rules know dynasties: they track something of one. */
export function knowDynasties({ fields }: Tracked): boolean {
  return Object.keys(fields['dynasty'] ?? {}).length > 0;
}

/** Whether the rules know somebody who heads the game. */
export function knowHead({ fields }: Tracked): boolean {
  return fields['dynasty']?.['emperor'] !== undefined;
}

/** The words of a game for those whom its rules know. */
export interface KnownTerms
  extends Pick<Terms, 'player' | 'players'>, Partial<Pick<Terms, 'emperor' | 'emperors'>> {}

export function termsKnown({ player, players, emperor, emperors }: Terms, rules: Tracked): KnownTerms {
  return knowHead(rules) ? { player, players, emperor, emperors } : { player, players };
}
