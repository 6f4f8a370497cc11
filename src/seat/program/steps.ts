import { z } from 'zod';

import type { Person } from '../../forge/events.ts';
import type { Game, HomeGame } from '../../host/game.ts';
import { matterStatusOf, type MatterStatus } from '../../tick/read-status.ts';
import { namingOf } from '../../wording/naming.ts';
import { sayFacts } from '../../wording/say-changes.ts';
import { describeRefusal } from '../../wording/describe-outcome.ts';
import type { Position } from '../../session/position/position.ts';
import type { Input } from '../../kernel/inputs.ts';
import { recordedIn } from '../../language/recorded.ts';
import { nearest } from '../../kernel/names.ts';
import { asSentence } from '../../kernel/sentence.ts';
import { DOES_NOT_COME_BACK } from '../../wording/rule-fault.ts';
import { unlessAborted } from '../../session/ask/call-guard.ts';
import { refusedAs } from '../../session/play/aborted-calls.ts';
import { publicChanges } from '../../store/private-values.ts';
import type { DraftChange } from '../draft-changes.ts';
import { draftAll, propose, type Draft } from '../draft-edit.ts';
import { kindMeant, playerAt, previewAction, votesOffered } from '../preview.ts';
import { withPosition } from '../read-table.ts';
import { actAndTell, sayInComment, takeAction, voteInComment, type StepOutcome } from '../take-step.ts';
import { tryDraft } from '../try-draft.ts';
import { voteText } from '../vote-text.ts';

const TITLE = z.string().min(1).max(400);
const TEXT = z.string().max(60_000);

const changeSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('edit'),
    rule: z.string().describe('its title, number or path'),
    replace: z.string().describe('text that occurs in it exactly once'),
    with: TEXT,
  }),
  z.object({
    do: z.literal('add'),
    title: TITLE,
    text: TEXT,
    clause: TEXT.optional().describe('the code that the engine is to run'),
    section: z
      .string()
      .optional()
      .describe('one of the sections of the ruleset (default: where new rules usually go)'),
    under: z.string().optional().describe('the parent, for a sub-rule'),
  }),
  z.object({ do: z.literal('repeal'), rule: z.string() }),
  z.object({ do: z.literal('transmute'), rule: z.string() }),
  z.object({ do: z.literal('set'), path: z.string().describe('players.ana.name'), value: z.unknown() }),
]);

/** The fields of each kind of step. */
export const stepShapes = {
  act: z.object({
    action: z.string(),
    with: z.record(z.string(), z.unknown()).default({}).describe('its parameters, by their ids'),
  }),
  vote: z.object({ matter: z.string(), vote: z.string(), text: TEXT.default('') }),
  comment: z.object({ post: z.string(), text: TEXT.min(1) }),
  post: z.object({ kind: z.string(), title: TITLE, text: TEXT.default('') }),
  propose: z.object({
    title: TITLE,
    text: TEXT.default('').describe('the reasons'),
    kind: z.string().optional().describe('default: the kind by which rules are changed'),
    changes: z.array(changeSchema).min(1).max(50),
  }),
};

/** One step of a player, whichever program or chat sent it: the same steps as on pages and in commands. */
export const stepSchema = z.discriminatedUnion('do', [
  stepShapes.act.extend({ do: z.literal('act') }),
  stepShapes.vote.extend({ do: z.literal('vote') }),
  stepShapes.comment.extend({ do: z.literal('comment') }),
  stepShapes.post.extend({ do: z.literal('post') }),
  stepShapes.propose.extend({ do: z.literal('propose') }),
]);

export type SeatStep = z.infer<typeof stepSchema>;
type Proposing = SeatStep & { readonly do: 'propose' };

export interface Rehearsed {
  readonly ok: boolean;
  /** The reasons for a refusal, a sentence each. */
  readonly refusals: readonly string[];
  /** `3 puissance` */
  readonly cost: readonly string[];
  /** The changes and the message that would result. */
  readonly said: readonly string[];
  /** True if the result depends on dice or on values that only the emperor sees. */
  readonly open: boolean;
  /** The matter to be voted on, as it would stand. */
  readonly matter: MatterStatus | null;
}

const NOTHING = { refusals: [], cost: [], said: [], open: false, matter: null };

export async function rehearseStep(game: HomeGame, who: Person, step: SeatStep): Promise<Rehearsed> {
  if (step.do === 'propose') return rehearseProposal(game, who, step);
  return withPosition(game, (position) => rehearseAt(position, game.now(), who, step));
}

function rehearseAt(
  position: Position,
  at: string,
  who: Person,
  step: Exclude<SeatStep, Proposing>,
): Rehearsed {
  if (step.do === 'act') {
    const seen = previewAction(position, at, who, step.action, step.with);
    const { refusal, price: cost, changes, result, byChance, unseen } = seen;
    return {
      ...NOTHING,
      ok: refusal === null,
      refusals: refusal === null ? [] : [asSentence(describeRefusal(refusal, position.open.play.wording))],
      cost,
      said: [...(result === null ? [] : [result]), ...changes],
      open: byChance || unseen,
    };
  }
  const wrong = step.do === 'vote' ? whyNoVote(position, at, step.vote) : null;
  if (wrong !== null) return { ...NOTHING, ok: false, refusals: [wrong] };
  const input = inputOf(step, at, playerAt(position, who));
  const outcome = unlessAborted(() => position.rules.take(input), refusedAs(DOES_NOT_COME_BACK));
  const { play } = position.open;
  if (!outcome.ok)
    return {
      ...NOTHING,
      ok: false,
      refusals: [asSentence(describeRefusal(outcome.refusal, play.wording))],
    };
  const post = step.do === 'vote' ? play.state().posts[step.matter] : undefined;
  const changes = publicChanges(outcome.changes, play.model);
  return {
    ...NOTHING,
    ok: true,
    said: sayFacts({ ...outcome, changes }, namingOf(play)),
    matter: post === undefined ? null : matterStatusOf(position, at, post),
  };
}

function inputOf(step: Exclude<SeatStep, Proposing | { do: 'act' }>, at: string, by: string): Input {
  const id = 'looked-at';
  if (step.do === 'post')
    return { type: 'post', at, by, id, kind: step.kind, title: step.title, text: step.text };
  if (step.do === 'comment') return { type: 'comment', at, by, id, on: step.post, text: step.text };
  return { type: 'comment', at, by, id, on: step.matter, text: voteText(step.vote, step.text) };
}

/** An icon that the rules don't know is no vote, just an ordinary comment. */
function whyNoVote(position: Position, at: string, vote: string): string | null {
  const { say } = position.open.play.wording;
  const offered = votesOffered(position, at, '');
  if (offered.some((one) => one.toLowerCase() === vote.toLowerCase())) return null;
  const meant = nearest(vote, offered);
  return meant === null
    ? say`You can’t vote ${vote}. Vote with one of ${offered.join(', ')}.`
    : say`You can’t vote ${vote}; did you mean ${meant}? Vote with one of ${offered.join(', ')}.`;
}

async function rehearseProposal(game: HomeGame, who: Person, step: Proposing): Promise<Rehearsed> {
  const [draft, kind] = await draftOf(game, step);
  if (draft.problems.length > 0) return { ...NOTHING, ok: false, refusals: draft.problems };
  const posting = { do: 'post', kind, title: step.title, text: step.text } as const;
  const posted = await withPosition(game, (position) => rehearseAt(position, game.now(), who, posting));
  if (!posted.ok) return posted;
  const { title, text } = step;
  const trial = await tryDraft(game, who, { kind, title, text }, draft);
  const { ok = true, problems = [], warnings = [], omitted = [], passing = [] } = trial ?? {};
  const { say, language } = await withPosition(game, ({ open: { play } }) => play.wording);
  const left = omitted.map(({ change, reason }) => say`Left out: ${change}: ${recordedIn(language, reason)}`);
  const warned = [
    ...passing.map((one) => say`When it passes: ${recordedIn(language, one)}`),
    ...warnings.map((warning) => recordedIn(language, warning)),
  ];
  return { ...NOTHING, ok, refusals: problems, said: [...draft.changes.keys(), ...warned, ...left] };
}

async function draftOf(game: HomeGame, { changes, kind }: Proposing): Promise<[Draft, string]> {
  const draft = await draftAll(game, changes as readonly DraftChange[]);
  return [draft, kind ?? (await withPosition(game, (position) => kindMeant(position, game.now())))];
}

/** A step that is a comment on the forge, wherever the game is played. */
export type SaidStep = Exclude<SeatStep, { readonly do: 'post' | 'propose' }>;

/** Takes a step as a page or a command would; a remark below it names the channel. */
export async function takeSaidStep(
  game: Game,
  who: Person,
  step: SaidStep,
  remark = '',
): Promise<StepOutcome> {
  if (step.do === 'act') return takeAction(game, who, step.action, step.with, remark);
  if (step.do === 'comment') return sayInComment(game, who, step.post, `${step.text}${remark}`);
  const wrong = await withPosition(game, (position) => whyNoVote(position, game.now(), step.vote));
  if (wrong !== null) return { ok: false, said: [wrong], post: null };
  return voteInComment(game, who, step.matter, step.vote, `${step.text}${remark}`.trim());
}

/** Takes any step, in a game that is played on this machine. */
export async function takeSeatStep(game: HomeGame, who: Person, step: SeatStep): Promise<StepOutcome> {
  if (step.do === 'post') {
    const { kind, title, text } = step;
    return actAndTell(game, () => game.people.open(who, { kind, title, text }));
  }
  if (step.do !== 'propose') return takeSaidStep(game, who, step);
  const [draft, kind] = await draftOf(game, step);
  if (draft.problems.length > 0) return { ok: false, said: draft.problems, post: null };
  return propose(game, who, { kind, title: step.title, text: step.text }, draft);
}
