import { toKebab } from '../../kernel/names.ts';
import { publicChanges } from '../../store/private-values.ts';
import type { Play } from '../play/play.ts';
import type { AskedCommand, Command } from './commands.ts';
import { isOid } from '../../repository/oid.ts';
import { isVoteMeant } from './missed-vote.ts';
import { takeBridge } from './bridge.ts';
import { inert, inertInLine } from '../../wording/inert.ts';
import type { Position } from '../position/position.ts';
import { takeModeration } from './moderate.ts';
import { takeGame } from './take-game.ts';
import { takeSeed } from './take-seed.ts';
import { whyOfAction, whyOfMatter } from '../../wording/why.ts';
import type { StateChange } from '../../kernel/store.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { readTypedWord } from '../../ruleset/parse-yaml.ts';
import { namingOf } from '../../wording/naming.ts';
import { sayLine } from '../../wording/say-taken-action.ts';
import { sayHelp, sayHowToVote, sayOutcome, sayWhy } from '../../wording/words.ts';
import type { Outcome } from '../../kernel/result.ts';
import { doneOutcome, refusedOutcome } from '../play/outcome.ts';
import { headCalled } from '../../kernel/roles.ts';
import { hexDigest } from '#platform/hash.ts';
import { AFTER_CHANGE, KEY_REASONS, type KeyReason } from '../../store/key-ring.ts';

export interface CommandCall extends AskedCommand {
  readonly post: string;
  readonly key: string;
}

type Taking = Pick<
  Position,
  'rules' | 'posts' | 'branches' | 'accounts' | 'secrets' | 'settings' | 'moderation' | 'open'
>;

/** Answers `/act`, `/enact`, `/fail`, `/why`, `/seal-key`, `/help`, and any action by its own name. */
export function takeCommand(
  { outbox, ...taking }: Taking & Pick<Position, 'outbox'>,
  asked: CommandCall,
): void {
  const { command, post, key } = asked;
  // Handled and answered before the rules are asked anything.
  if (command.name === 'recover') return;
  outbox.comment(post, key, answerTo(taking, asked));
}

function answerTo(taking: Taking, asked: CommandCall): string {
  const { command } = asked;
  const { play } = taking.rules;
  if (command.name === 'help') return sayHelp(actionsOf(play), play, seals(play));
  if (command.name === 'why') return sayWhy(command.line, whyOrStopped(taking, asked));
  const own = ownOf(play, command);
  const outcome = own === undefined ? outcomeOf(taking, asked) : own(taking, asked);
  const shown = inPublic(taking.rules, outcome);
  const sentence = own === undefined && shown.ok ? lineOf(play, asked, shown.changes) : null;
  return sayOutcome(command.line, shown, namingOf(play), sentence);
}

/** The sentence for an action: `Ada lit Cistern of Whispers (G4)` */
function lineOf(play: Play, { command, by }: CommandCall, changes: readonly StateChange[]): string | null {
  if (RESOLVES.has(command.name)) return null;
  const naming = namingOf(play);
  const { action, given } = actIn(play, command);
  return `${naming.subject(by)} ${sayLine({ by, what: action, with: given, changes }, play.model, naming)}`;
}

const RESOLVES: ReadonlySet<string> = new Set(['enact', 'fail']);

/** `/game …`, or `/act game …` if no rule has such an action; the same for `/peace …`. */
function ownOf(play: Play, { name, operands: [first = ''] }: Command): (typeof OWN)[string] {
  const isOwn = name === 'act' && BY_ADMINS.has(first) && !Object.hasOwn(play.model.actions, first);
  const key = isOwn ? first : name;
  return Object.hasOwn(OWN, key) ? OWN[key] : undefined;
}

/** Admins' commands, which `gitnomic admin` sends like actions. */
const BY_ADMINS: ReadonlySet<string> = new Set(['game', 'peace']);

const OWN: Readonly<Record<string, ((taking: Taking, asked: CommandCall) => Outcome) | undefined>> = {
  merge: mergeBy,
  key: takeKey,
  seed: takeSeed,
  game: takeGame,
  peace: takeModeration,
  'reader-key': takeReaderKey,
  bridge: takeBridge,
  'seal-key': (taking, asked) =>
    asked.command.operands.length === 0 ? keyInForce(taking.secrets) : takeKey(taking, asked),
};

function keyInForce({ keys }: Position['secrets']): Outcome {
  const last = keys.at(-1);
  return last === undefined
    ? refusedOutcome('no-key', 'no key has been published yet')
    : doneOutcome(last.recipient);
}

function outcomeOf({ rules, posts }: Taking, { command, post, at, by }: CommandCall): Outcome {
  const { name, operands } = command;
  if (RESOLVES.has(name)) {
    const outcome = name === 'enact' ? 'enacted' : 'failed';
    return rules.resolveByHand({ at, by, matter: operands[0] ?? posts.idOf(post), outcome });
  }
  const { action, given } = actIn(rules.play, command);
  const { model, wording } = rules.play;
  if (!Object.hasOwn(model.actions, action) && isVoteMeant(command.line, model.ballot))
    return refusedOutcome('no-such-action', sayHowToVote(model, wording));
  if (action === '')
    return refusedOutcome('nothing-chosen', 'you didn’t choose anything. `/help` lists the choices');
  return rules.take({ type: 'act', at, by, action, with: given });
}

function actIn(
  play: Play,
  { name, operands, words }: Command,
): { readonly action: string; readonly given: Command['words'] } {
  const [named = '', ...rest] = name === 'act' ? operands : [name, ...operands];
  const action = name === 'act' ? named : forOneself(play, named, rest.length + Object.keys(words).length);
  return { action, given: givenTo(play, action, rest, words) };
}

function givenTo({ model }: Play, action: string, operands: readonly string[], words: Command['words']) {
  const known = Object.hasOwn(model.actions, action) ? model.actions[action]?.with : undefined;
  const given = withOperands(known ?? {}, operands, words);
  return action === 'roll' && typeof given['roll'] === 'string'
    ? { ...given, roll: inRulesNotation(given['roll']) }
    : given;
}

/** Converts other notations of dice: `2d6`, `2 dice 6`, `2w6` → `2DICE6` */
function inRulesNotation(what: string): string {
  const [, count = '', sides] = /^(\d*)\s*(?:d|w|dice)\s*(\d+)$/iu.exec(what) ?? [];
  return sides === undefined ? what : `${Number(count || 1) === 1 ? '' : count}DICE${sides}`;
}

/** `/idle` without a name uses `ask-idle` if somebody else has to do it. */
function forOneself(play: Play, name: string, given: number): string {
  const { actions } = play.model;
  const needed = Object.keys(actions[name]?.with ?? {}).length;
  const asking = `ask-${name}`;
  return given === 0 && Object.hasOwn(actions, asking) && (needed > 0 || !Object.hasOwn(actions, name))
    ? asking
    : name;
}

/** If the rules have to be stopped while explaining, only the explanation is missing. */
function whyOrStopped(taking: Taking, asked: CommandCall): string {
  const { say } = taking.rules.play.wording;
  return taking.rules.ask(
    `why ${asked.key}`,
    asked.at,
    () => whyFor(taking, asked),
    ({ reason }) => say`There’s no explanation for this: ${inertInLine(reason)}.`,
  );
}

/** `/why` explains the matter it is on, another (`/why 3`) or an action (`/why roll DICE6`). */
function whyFor({ rules: { play }, posts }: Taking, { command, post, at, by }: CommandCall): string {
  const { say } = play.wording;
  const [what, ...rest] = command.operands;
  const [action = '', ...words] = what === 'act' ? rest : [what ?? '', ...rest];
  if (Object.hasOwn(play.model.actions, action)) {
    if (play.model.actions[action]?.private === true)
      return say`That action uses private values, which the answer would give away.`;
    return whyOfAction(play, { at, by, action }, givenTo(play, action, words, command.words));
  }
  const id = posts.idOf(what === undefined ? post : what.replace(/^#/u, ''));
  return whyOfMatter(play, at, id) ?? say`${inert(id)} is neither an open vote nor an action.`;
}

export function inPublic({ play }: Position['rules'], outcome: Outcome): Outcome {
  return outcome.ok ? { ...outcome, changes: publicChanges(outcome.changes, play.model) } : outcome;
}

/** An Admin merges a matter with the rules in force; it must be one who could enact it. */
function mergeBy(
  { rules, posts, branches, open }: Taking,
  { command, post: forgePost, key, at, by }: CommandCall,
): Outcome {
  const { play } = open;
  const id = posts.idOf(forgePost);
  const post = play.state().posts[id];
  const commit = command.operands[0] ?? '';
  const texts = branches.textsAt(commit);
  const outcome = ((): Outcome => {
    if (post?.status !== 'pending') return refusedOutcome('not-pending', `${id} is not being voted on`);
    if (!isOid(commit))
      return refusedOutcome('no-such-commit', 'name the commit by its whole hash of 40 letters');
    if (texts === undefined)
      return refusedOutcome('no-such-commit', `the commit ${commit.slice(0, 7)} doesn’t exist any more`);
    const refusal = rules.ask(
      `merge ${key}`,
      at,
      () => play.sandbox.why(at, 'may-enact', { matter: id, by }),
      (why) => why,
    );
    return refusal === null ? doneOutcome(null) : { ok: false, refusal, draws: [] };
  })();
  if (outcome.ok && post !== undefined && texts !== undefined) {
    play.resolutions.add(post.changes, texts);
    branches.resolve(id, { commit, by });
  }
  return rules.answer({ at, by }, `merge ${id}`, outcome);
}

/** Assigns unnamed words to the parameters without a value, in order: `/roll 3DICE6`. */
export function withOperands(
  types: Readonly<Record<string, ValueType>>,
  operands: readonly string[],
  words: Command['words'],
): Record<string, unknown> {
  const free = Object.entries(types)
    .map(([name, type]) => [toKebab(name), type] as const)
    .filter(([name]) => !Object.hasOwn(words, name));
  const named = operands.map((operand, index) => {
    const [name, type] = free[index] ?? [`word-${index + 1}`];
    return [name, asTyped(type, operand)];
  });
  return { ...Object.fromEntries(named), ...words };
}

/** Types `3` and `[fog, rats]` only if the parameter takes no text. */
function asTyped(type: ValueType | undefined, operand: string): unknown {
  if (type?.kind === 'optional') return asTyped(type.of, operand);
  return type !== undefined && NO_TEXTS.has(type.kind) ? readTypedWord(operand) : operand;
}

const NO_TEXTS: ReadonlySet<ValueType['kind']> = new Set(['integer', 'list', 'map', 'record']);

/** Whether these rules use sealing. */
function seals({ model }: Play): boolean {
  return Object.keys(model.submissions).length > 0 || Object.values(model.actions).some((one) => one.private);
}

function actionsOf(play: Play): Parameters<typeof sayHelp>[0] {
  return Object.entries(play.model.actions).map(([id, action]) => ({
    id,
    title: action.title,
    with: Object.keys(action.with).map(toKebab),
  }));
}

/** `/key age1… leaked`: the emperor's side sets the sealing key, and says why it is new. */
function takeKey({ rules, secrets }: Pick<Position, 'rules' | 'secrets'>, asked: AskedCommand): Outcome {
  const outcome = keyOutcome({ rules, secrets }, asked);
  return rules.answer(asked, 'key', outcome);
}

/** `/reader-key age1…` sets the key for private messages to this player. */
function takeReaderKey(
  { rules, accounts }: Pick<Position, 'rules' | 'accounts'>,
  { command, at, by }: AskedCommand,
): Outcome {
  const [recipient = ''] = command.operands;
  const outcome: Outcome = PUBLIC_KEY.test(recipient)
    ? doneOutcome('From now on, private messages to you are locked with it.')
    : refusedOutcome('key', NO_KEY);
  if (outcome.ok) accounts.setReader(by, recipient);
  return rules.answer({ at, by }, 'reader-key', outcome);
}

const PUBLIC_KEY = /^age1[02-9ac-hj-np-z]{58}$/u;
const NO_KEY = 'that’s not a public key; they begin with “age1”';

function keyOutcome(
  { rules: { play, line }, secrets }: Pick<Position, 'rules' | 'secrets'>,
  { command, at, by }: AskedCommand,
): Outcome {
  const [recipient = '', why] = command.operands;
  if (play.state().dynasty['emperor'] !== by)
    return refusedOutcome('key', `only ${headCalled(play.terms)} can choose the key for sealing`);
  if (!PUBLIC_KEY.test(recipient)) return refusedOutcome('key', NO_KEY);
  const last = secrets.keys.at(-1);
  if (last?.recipient === recipient) return refusedOutcome('key', 'that key is already in use');
  const usual = last === undefined ? 'first' : last.by === by ? 'routine' : 'new-receiver';
  const reason = (why ?? usual) as KeyReason;
  if (!KEY_REASONS.includes(reason))
    return refusedOutcome('key', `the reason for a new key must be one of ${KEY_REASONS.join(', ')}`);
  const key = hexDigest('sha256', `gitnomic key\0${recipient}`).slice(0, 16);
  secrets.publishKey({ key, recipient, by, line: line ?? 0, at, reason });
  return doneOutcome(AFTER_CHANGE[reason]);
}
