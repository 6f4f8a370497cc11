import { toKebab } from '../../kernel/names.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import { SandboxError } from '../../sandbox/host.ts';
import { publicChanges } from '../game/private-values.ts';
import type { Outcome } from '../play.ts';
import type { Command } from './commands.ts';
import { asPlainLine } from './plain-words.ts';
import { postOf, resolveByHand, takeInput, tell, type Table } from './table.ts';
import { takeGame } from './take-game.ts';
import { takeKey, takeReaderKey } from './take-key.ts';
import { takeSeed } from './take-seed.ts';
import { whyOfAction, whyOfMatter } from './why.ts';
import { sayHelp, sayOutcome, sayWhy } from './words.ts';

export interface Asked {
  readonly command: Command;
  /** On the forge. */
  readonly post: string;
  /** Under which the answer is told. */
  readonly key: string;
  readonly at: string;
  readonly by: string;
}

/** `/act`, `/enact`, `/fail`, `/why`, `/seal-key`, `/help`, and any action by its own name. Answered in every case. */
export function takeCommand(table: Table, asked: Asked): void {
  const { command, post, key } = asked;
  if (command.name === 'help') {
    tell(table, post, { tell: 'comment', key, text: sayHelp(actionsOf(table)) });
    return;
  }
  if (command.name === 'why') {
    tell(table, post, { tell: 'comment', key, text: sayWhy(command.line, whyOrStopped(table, asked)) });
    return;
  }
  const own = ownOf(table, command);
  const outcome = own === undefined ? outcomeOf(table, asked) : own(table, asked);
  tell(table, post, { tell: 'comment', key, text: sayOutcome(command.line, inPublic(table, outcome)) });
}

/** `/game …`, or `/act game …` where no rule has an action of that name. */
function ownOf(table: Table, { name, operands: [first = ''] }: Command): (typeof OWN)[string] {
  const isGame = name === 'act' && first === 'game' && !Object.hasOwn(table.open.play.model.actions, first);
  const key = isGame ? first : name;
  return Object.hasOwn(OWN, key) ? OWN[key] : undefined;
}

/** What is for the engine and for no rule. */
const OWN: Readonly<Record<string, ((table: Table, asked: Asked) => Outcome) | undefined>> = {
  merge: mergeBy,
  key: takeKey,
  seed: takeSeed,
  game: takeGame,
  'reader-key': takeReaderKey,
  'seal-key': (table, asked) =>
    asked.command.operands.length === 0 ? keyInForce(table) : takeKey(table, asked),
};

/** To which key one seals now what only the emperor's side may read. */
function keyInForce({ keys }: Table): Outcome {
  const last = keys.at(-1);
  return last === undefined
    ? { ok: false, refusal: refused('no-key', 'no key has been published yet'), draws: [] }
    : { ok: true, changes: [], draws: [], result: last.recipient };
}

function outcomeOf(table: Table, { command, post, at, by }: Asked): Outcome {
  const { name, operands, words } = command;
  if (name === 'enact' || name === 'fail') {
    const outcome = name === 'enact' ? 'enacted' : 'failed';
    return resolveByHand(table, { at, by, matter: operands[0] ?? postOf(table, post), outcome });
  }
  const [named = '', ...rest] = name === 'act' ? operands : [name, ...operands];
  const action = name === 'act' ? named : forOneself(table, named, rest.length + Object.keys(words).length);
  return takeInput(table, { type: 'act', at, by, action, with: withOperands(table, action, rest, words) });
}

/** `/idle` with nobody named: where somebody else has to do it, the action that asks for it, `ask-idle`. */
function forOneself(table: Table, name: string, given: number): string {
  const { actions } = table.open.play.model;
  const needed = Object.keys(actions[name]?.with ?? {}).length;
  const asking = `ask-${name}`;
  return given === 0 && Object.hasOwn(actions, asking) && (needed > 0 || !Object.hasOwn(actions, name))
    ? asking
    : name;
}

/** Rules that are stopped while they explain themselves explain nothing, and stop nobody else. */
function whyOrStopped(table: Table, asked: Asked): string {
  try {
    return whyFor(table, asked);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return `That can’t be told: ${error.message}.`;
  }
}

/** `/why`: of the matter that it stands on, of another, `/why 3`, or of an action, `/why roll DICE6`. */
function whyFor(table: Table, { command, post, at, by }: Asked): string {
  const [what, ...rest] = command.operands;
  const [action = '', ...words] = what === 'act' ? rest : [what ?? '', ...rest];
  if (Object.hasOwn(table.open.play.model.actions, action)) {
    if (table.open.play.model.actions[action]?.private === true)
      return 'That action reads what is private, so its answer would tell.';
    return whyOfAction(table, { at, by, action }, withOperands(table, action, words, command.words));
  }
  const id = what === undefined ? postOf(table, post) : postOf(table, what.replace(/^#/u, ''));
  return whyOfMatter(table, at, id) ?? `${asPlainLine(id)} is no pending matter, and no action.`;
}

/** What everybody may read of what came of it. */
export function inPublic(table: Table, outcome: Outcome): Outcome {
  return outcome.ok
    ? { ...outcome, changes: publicChanges(outcome.changes, table.open.play.model) }
    : outcome;
}

/** An Admin says how a matter and the rules in force go together. It takes one who could enact it. */
function mergeBy(table: Table, { command, post: forgePost, at, by }: Asked): Outcome {
  const { play, resolutions } = table.open;
  const id = postOf(table, forgePost);
  const post = play.state().posts[id];
  const commit = command.operands[0] ?? '';
  const texts = table.texts.get(commit);
  const refusal =
    post?.status !== 'pending'
      ? refused('not-pending', `${id} is no pending matter`)
      : texts === undefined
        ? refused('no-such-commit', `the commit ${commit.slice(0, 7)} is not on the forge`)
        : play.sandbox.why(at, 'may-enact', { matter: id, by });
  const outcome: Outcome =
    refusal === null ? { ok: true, changes: [], draws: [], result: null } : { ok: false, refusal, draws: [] };
  if (outcome.ok && post !== undefined && texts !== undefined) {
    resolutions.add(post.changes, texts);
    table.merged[id] = { commit, by };
  }
  table.happened.push({ at, by, what: `merge ${id}`, outcome, line: table.line });
  return outcome;
}

function refused(code: string, reason: string): RefusalData {
  return { code, reason, rule: null, param: null };
}

/** What stands alone goes to the parameters that have no value yet, in their order: `/roll 3DICE6`. */
function withOperands(
  table: Table,
  action: string,
  operands: readonly string[],
  words: Command['words'],
): Command['words'] {
  const names = Object.keys(table.open.play.model.actions[action]?.with ?? {}).map(toKebab);
  const free = names.filter((name) => !Object.hasOwn(words, name));
  return {
    ...Object.fromEntries(operands.map((operand, index) => [free[index] ?? `word-${index + 1}`, operand])),
    ...words,
  };
}

function actionsOf(table: Table): Parameters<typeof sayHelp>[0] {
  return Object.entries(table.open.play.model.actions).map(([id, action]) => ({
    id,
    title: action.title,
    with: Object.keys(action.with).map(toKebab),
  }));
}
