import type { Input, Resolution } from '../kernel/inputs.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { PostData, State } from '../kernel/state.ts';
import type { Wording } from '../language/wording.ts';
import type { Runner } from '../sandbox/sandbox.ts';

/** A game in play, as far as its words need it. */
export interface InPlay {
  readonly sandbox: Runner;
  readonly model: ModelDescription;
  readonly wording: Wording;
  state(): State;
  clashOf(post: PostData): string | null;
  isByHand(): boolean;
  whyUnread(matter: string): string | null;
  whyNotCarriedOut(ending: Pick<Resolution, 'at' | 'matter' | 'outcome'>): RefusalData | null;
  ifCast<T>(votes: readonly Input[], read: () => T): T | null;
}
