import { toKebab } from '../../kernel/names.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import { publicChanges } from '../game/private-values.ts';
import type { Outcome } from '../play.ts';
import type { Command } from './commands.ts';
import { postOf, resolveByHand, takeInput, tell, type Table } from './table.ts';
import { sayHelp, sayOutcome } from './words.ts';

export interface Asked {
  readonly command: Command;
  /** On the forge. */
  readonly post: string;
  /** Under which the answer is told. */
  readonly key: string;
  readonly at: string;
  readonly by: string;
}

/** `/act`, `/enact`, `/fail`, `/help`, and any action by its own name. Answered in every case. */
export function takeCommand(table: Table, asked: Asked): void {
  const { command, post, key } = asked;
  if (command.name === 'help') {
    tell(table, post, { tell: 'comment', key, text: sayHelp(actionsOf(table)) });
    return;
  }
  const outcome = command.name === 'merge' ? mergeBy(table, asked) : outcomeOf(table, asked);
  tell(table, post, { tell: 'comment', key, text: sayOutcome(command.line, inPublic(table, outcome)) });
}

function outcomeOf(table: Table, { command, post, at, by }: Asked): Outcome {
  const { name, operands, words } = command;
  if (name === 'enact' || name === 'fail') {
    const outcome = name === 'enact' ? 'enacted' : 'failed';
    return resolveByHand(table, { at, by, matter: operands[0] ?? postOf(table, post), outcome });
  }
  const [action = '', ...rest] = name === 'act' ? operands : [name, ...operands];
  return takeInput(table, { type: 'act', at, by, action, with: withOperands(table, action, rest, words) });
}

/** What everybody may read of what came of it. */
function inPublic(table: Table, outcome: Outcome): Outcome {
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
