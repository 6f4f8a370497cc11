import { recordedIn } from '../language/recorded.ts';
import type { Position } from '../session/position/position.ts';
import { conflictsAt } from '../tick/conflicts.ts';
import { sayClash } from '../wording/health.ts';
import { sayStuck } from '../wording/rule-fault.ts';
import { readNames, withPosition } from './read-table.ts';
import { fewOf } from '../kernel/bounds.ts';
import { ForgeError, type Person } from '../forge/events.ts';
import { refreshCheckout } from '../host/checkout.ts';
import type { Game, HomeGame } from '../host/game.ts';
import { publicChanges } from '../store/private-values.ts';
import { describeRefusal } from '../wording/describe-outcome.ts';
import { namingOf } from '../wording/naming.ts';
import { sayFacts } from '../wording/say-changes.ts';
import { voteText } from './vote-text.ts';
import { writeAct, actAndTick, type Acted } from './act-and-tick.ts';
import { isSealed } from '../session/secrets/sealed-text.ts';
import { asSentence } from '../kernel/sentence.ts';
import { sayCommit } from '../wording/say-taken-action.ts';
import type { TickReport } from '../tick/tick.ts';

export interface StepOutcome {
  readonly ok: boolean;
  readonly said: readonly string[];
  /** The post that was opened, if any. */
  readonly post: string | null;
}

/** Acts as any command does, and describes the result in sentences. */
export async function actAndTell(game: Game, act: () => Promise<string | null>): Promise<StepOutcome> {
  let acted: Acted<string | null>;
  try {
    acted = await actAndTick(game, act);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { ok: false, said: [error.message], post: null };
  }
  const { answer: post, mine, undrawn, report } = acted;
  const { model, naming } = await readNames(game);
  const refused = mine.flatMap(({ outcome }) =>
    outcome.ok ? [] : [asSentence(describeRefusal(outcome.refusal, naming.wording))],
  );
  const facts = mine.flatMap(({ outcome }) => {
    if (!outcome.ok) return [];
    return sayFacts({ ...outcome, changes: publicChanges(outcome.changes, model) }, naming);
  });
  // The facts say already what a commit with the action's name would say.
  const isSaid = ({ message }: { readonly message: string }): boolean =>
    mine.some(({ by, what }) => message.split('\n')[0] === `${by}: ${what}`);
  const others = {
    ...report,
    commits: facts.length === 0 ? report.commits : report.commits.filter((one) => !isSaid(one)),
  };
  return {
    ok: refused.length === 0,
    said: [
      ...refused,
      ...facts,
      ...undrawn,
      ...(await withPosition(game, (position) => sayReport(others, position))),
    ],
    post,
  };
}

/** Lets the engine do everything that is due, after moving the game's clock if asked to. */
export async function letTimePass(game: HomeGame, forwardMs: number): Promise<StepOutcome> {
  if (forwardMs > 0) game.forward(forwardMs);
  const report = await game.tick();
  await refreshCheckout(game);
  const said = await withPosition(game, (position) => {
    const all = sayReport(report, position);
    return all.length === 0 ? [position.open.play.wording.say`Everything is up to date.`] : all;
  });
  return { ok: true, said, post: null };
}

function sayReport({ commits, stuck, undone }: TickReport, position: Position): readonly string[] {
  const { play } = position.open;
  const [{ model }, naming] = [play, namingOf(play)];
  const { say } = naming.wording;
  const whyStuck = ({ matter, why }: (typeof stuck)[number]): string => {
    const post = play.state().posts[matter];
    const isClash = post !== undefined && conflictsAt(position, post).length > 0;
    return isClash ? recordedIn(play.wording.language, sayClash(play)) : why;
  };
  return [
    ...(undone.length === 0
      ? []
      : [say`Undid a change that only the game may make: ${fewOf(undone).join(', ')}.`]),
    ...commits.map(({ message }) => sayCommit(message, model, naming)),
    ...stuck.map((one) => sayStuck({ ...one, why: whyStuck(one) }, model, naming)),
  ];
}

export function sayInComment(game: Game, who: Person, post: string, text: string): Promise<StepOutcome> {
  return actAndTell(game, async () => {
    // Posts made by the rules have other names on the forge.
    const on = await withPosition(game, (position) => position.posts.forgePostOf(post) ?? post);
    await game.say(who, on, text);
    return null;
  });
}

export function takeAction(
  game: Game,
  who: Person,
  action: string,
  words: Readonly<Record<string, unknown>>,
  remark = '',
): Promise<StepOutcome> {
  return actAndTell(game, async () => {
    const text = await withPosition(game, (position) =>
      writeAct(position, game.vault, { by: position.accounts.lookUp(who), action, words }),
    );
    // A sealed comment must contain nothing else.
    await game.say(who, await game.thread(), isSealed(text) ? text : `${text}${remark}`);
    return null;
  });
}

export function voteInComment(
  game: Game,
  who: Person,
  post: string,
  vote: string,
  text: string,
): Promise<StepOutcome> {
  return sayInComment(game, who, post, voteText(vote, text));
}
