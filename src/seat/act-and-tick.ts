import { observeToShow } from '../tick/observe.ts';
import type { TickReport } from '../tick/tick.ts';
import type { Happening } from '../session/position/decision.ts';
import { refreshCheckout } from '../host/checkout.ts';
import type { Game } from '../host/game.ts';
import { privateWords } from '../store/private-values.ts';
import type { Vault } from '../session/secrets/vault.ts';
import type { Params } from '../ruleset/plain-data.ts';
import { SealError } from '../session/secrets/seal-error.ts';
import { newEnvelope, sealEnvelope } from '../session/secrets/seal.ts';
import { writeCommand } from '../session/take/commands.ts';
import type { Position } from '../session/position/position.ts';
import { SEALED_ACTION } from '../session/secrets/sealed-text.ts';

export interface Acted<T> {
  readonly answer: T;
  /** Everything that followed, in order; several things if one comment holds several commands. */
  readonly mine: readonly Happening[];
  /** The dice that an engine elsewhere has to draw, since it holds the seed or the beacon: a sentence each. */
  readonly undrawn: readonly string[];
  readonly report: TickReport;
  /** Edited files in the folder, which were left as they are. */
  readonly saved: readonly string[];
}

/**
 * Performs an action on the embedded forge and runs the engine at once, as a webhook would elsewhere. Edits in
 * `discard` have been proposed, and are reverted once the rules have accepted the proposal.
 */
export async function actAndTick<T>(
  game: Game,
  act: () => Promise<T>,
  discard: Iterable<string> = [],
): Promise<Acted<T>> {
  const before = (await observeToShow(game.forge, await game.main(), game.now())).journal.head.n;
  const answer = await act();
  const report = await game.tick();
  const all = report.happened.filter(({ line }) => line !== null && line > before);
  // If the engine runs elsewhere, a missing seed on this machine is no reason to refuse.
  const isUndrawn = ({ outcome }: Happening): boolean =>
    game.played === 'elsewhere' && !outcome.ok && outcome.refusal.code === 'no-draw';
  const mine = all.filter((one) => !isUndrawn(one));
  const undrawn = all
    .filter(isUndrawn)
    .map(({ what }) => `The engine there draws for ${what}, and answers below it.`);
  // A refused proposal is stored nowhere else, so it stays in the folder to be corrected.
  const saved = await refreshCheckout(game, mine.every(({ outcome }) => outcome.ok) ? discard : []);
  return { answer, mine, undrawn, report, saved };
}

interface Acting {
  readonly by: string;
  readonly action: string;
  readonly words: Readonly<Record<string, unknown>>;
}

/**
 * The post that takes an action: a public line or, if the rule declares some of its parameters private, one with those
 * sealed to the key of the emperor's side.
 */
export async function writeAct(
  { open: { play }, name, secrets }: Pick<Position, 'open' | 'name' | 'secrets'>,
  vault: Pick<Vault, 'key'>,
  { by, action, words }: Acting,
): Promise<string> {
  const hidden = privateWords(play.model.actions[action]?.with ?? {});
  const has = (part: boolean): [string, unknown][] =>
    Object.entries(words).filter(([key]) => hidden.has(key) === part);
  const [sealed, inPublic] = [has(true), has(false)];
  // Even a machine without a key of its own seals to the published one.
  const recipient = secrets.keys.at(-1)?.recipient ?? vault.key?.recipient;
  if (sealed.length === 0) return writeCommand(action, words);
  if (recipient === undefined)
    throw new SealError(
      'no-recipient',
      `Nothing can be sealed yet, and ${[...hidden].join(', ')} would be public: the head of the dynasty first publishes a key, with \`gitnomic seal keys new\`.`,
    );
  const { submissions, dynasty } = play.state();
  const envelope = newEnvelope({
    game: name,
    dynasty: Number(dynasty['number'] ?? 0),
    submission: SEALED_ACTION,
    sender: by,
    serial: Object.keys(submissions).length,
    open: { action, ...Object.fromEntries(inPublic) },
    params: Object.fromEntries(sealed) as Params,
  });
  return (await sealEnvelope(recipient, envelope)).text;
}
