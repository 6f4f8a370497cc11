import type { Person } from '../forge/events.ts';
import { toKebab } from '../kernel/names.ts';
import type { SubmissionData } from '../kernel/state.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Game } from '../host/game.ts';
import { choicesFrom } from '../decide/choices-from.ts';
import { playerAt } from './preview.ts';
import { foreseenBy } from './preview-seal.ts';
import { withPosition } from './read-table.ts';
import { sealWords } from './seal-words.ts';
import { actAndTell, type StepOutcome } from './take-step.ts';
import { formFieldsOf, type FormField } from '../decide/form-field.ts';
import type { Position } from '../decide/position.ts';

type Kinds = ModelDescription['submissions'];

export interface SealForm {
  readonly kind: string;
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly inPublic: ReadonlySet<string>;
  /** True if a rule can forecast the result. */
  readonly foreseen: boolean;
}

export function kindsToSeal({ open }: Position): Kinds {
  return open.play.sandbox.describe().submissions;
}

export function sealForm(position: Position, kind: string, now: string, who: Person | null): SealForm | null {
  const kinds = kindsToSeal(position);
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (known === undefined) return null;
  const { play } = position.open;
  const choices = choicesFrom(play, now, who === null ? null : playerAt(position, who));
  return {
    kind,
    title: known.title ?? kind,
    fields: formFieldsOf({ ...known.open, ...known.with }, play.state(), choices),
    inPublic: new Set(Object.keys(known.open).map(toKebab)),
    foreseen: foreseenBy(position, kind) !== null,
  };
}

export interface SealedSeen extends Pick<
  SubmissionData,
  'id' | 'n' | 'kind' | 'by' | 'at' | 'open' | 'used'
> {
  /** Null if the person in the seat may not read it, or the key is not on this machine. */
  readonly contents: SubmissionData['contents'];
}

/** The sealed submissions of this game; only the head of the dynasty sees their contents. */
export function sealedAt(position: Position, who: Person | null): readonly SealedSeen[] {
  const { submissions, dynasty } = position.open.play.state();
  const receives = who !== null && dynasty['emperor'] === (position.accounts.all[who.id] ?? who.id);
  return Object.values(submissions).map((one) => ({ ...one, contents: receives ? one.contents : null }));
}

/** Seals the private parameters to the game's key, and posts them as any player would. */
export async function takeSeal(
  game: Game,
  who: Person,
  { kind, inPublic }: SealForm,
  words: Readonly<Record<string, unknown>>,
): Promise<StepOutcome> {
  const { text } = await withPosition(game, (position) =>
    sealWords(position, game, who, { kind, inPublic, words }),
  );
  return actAndTell(game, async () => {
    await game.say(who, await game.thread(), text);
    return null;
  });
}
