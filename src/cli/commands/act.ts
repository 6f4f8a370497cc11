import { flag } from '../../host/command.ts';
import type { Person } from '../../forge/events.ts';
import { readValue } from '../../session/take/commands.ts';
import { privateWords } from '../../store/private-values.ts';
import { refusedAs } from '../../session/play/aborted-calls.ts';
import { withOperands } from '../../session/take/take-command.ts';
import { writeAct } from '../../seat/act-and-tick.ts';
import { formFieldsOf } from '../../wording/form-field.ts';
import { MODERATE, SET_GAME } from '../../store/ledger-line.ts';
import { sayLine, titleOfLine } from '../../wording/say-taken-action.ts';
import { inWords, namingOf, type Naming } from '../../wording/naming.ts';
import { sayFacts } from '../../wording/say-changes.ts';
import type { Game } from '../../host/game.ts';
import { slug, toKebab } from '../../kernel/names.ts';
import { asSentence } from '../../kernel/sentence.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { meantBy } from '../meant-by.ts';
import { defineCommand, type Context, type Ending, failure, type Failure } from '../command.ts';
import { actAtOnce, describeReport, failIfRefused } from '../local/acting.ts';
import { carryFiles } from '../local/carry-files.ts';
import { sayNotified, tellPrivately } from '../local/tell-privately.ts';
import { showRehearsal } from '../local/show-rehearsal.ts';
import { placeMeant } from '../local/find-post.ts';
import { askForWords } from '../local/action-words.ts';
import { assertWords, meantIn } from '../local/check-words.ts';
import { actionsFor } from '../../seat/program/can.ts';
import { withPosition, readNames } from '../../seat/read-table.ts';
import { actionLine, possibleFirst, renderActions } from './can.ts';
import { canAsk } from '../local/ask.ts';
import { callingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import { shellWord } from '../../language/shell-word.ts';
import { isPlainObject } from '../../kernel/values.ts';

export const command = defineCommand({
  usage: 'act [options] [ACTION] [PARAMETER=VALUE…]',
  details:
    'Takes an action of the rules, and shows the result or the rule that refuses it. Without an action it lists them: with --as, those that you can begin now come first, then the others with the reason. On a terminal it asks for missing parameters. ' +
    'On a terminal, an action of the emperor’s side is first rehearsed, with every secret choice and its outcome, and taken once you confirm.',
  examples: [
    { line: 'act', does: 'the actions there are' },
    { line: 'act roll roll=2DICE6 --as ana', does: 'take one' },
    {
      line: 'act light-room room=D4 name="Bone Hall" --as bo',
      does: 'values are read as YAML: numbers, [lists], "quoted text"',
    },
    {
      line: 'act round-summary --rehearse',
      does: 'see what would happen; an action can be called by its title',
    },
  ],
  options: {
    ...callingOptions,
    rehearse: flag('show everything it would do, secret choices included, and do nothing'),
    'dry-run': flag('the same as --rehearse'),
    yes: flag('take an action of the emperor’s side without asking'),
  },
  operands: { name: 'ACTION', summary: 'the action’s id, then its parameters', min: 0, max: 50 },
  async run(context): Promise<Ending> {
    context.progress('asking the rules');
    const [named, ...rest] = context.operands;
    const game = await openGameOf(context);
    if (named === undefined) return listActions(context, game);
    const { actions, state } = await withPosition(game, ({ open: { play } }) => ({
      actions: play.model.actions,
      state: play.state(),
    }));
    const action = actionCalled(named, actions);
    const known = Object.hasOwn(actions, action) ? actions[action] : undefined;
    const asked = known === undefined ? await askView(game, named, wordsFrom(rest)) : null;
    if (asked !== null) {
      return context.give({ view: named, of: rest, value: asked.value }, () =>
        sayView(asked.value, asked.naming),
      );
    }
    if (known === undefined) throw noSuchAction(['act', named, ...rest], actions);
    const by = await actorOf(context, game);
    const given = wordsOf(known.title ?? inWords(action), known.with, rest);
    const fields = formFieldsOf(known.with, state);
    const whole = canAsk(context) ? await askForWords(fields, given, readValue) : given;
    assertWords(known.title ?? inWords(action), fields, whole);
    const carried = await carryFiles(known.with, whole, context.folder);
    const { yes = false } = context.values;
    const rehearse = context.values.rehearse === true || context.values['dry-run'] === true;
    if (rehearse || (known.private && canAsk(context) && !yes)) {
      const go = await showRehearsal(context, game, { by, action, words: carried }, !rehearse);
      if (!go) return 'ok';
    }
    const take = (): Promise<Ending> => takeAndTell(context, game, by, action, carried);
    return known.private ? notifySenders(context, game, by, take) : take();
  },
});

/** All actions; for a known person, first those available now, then the others with reasons. */
async function listActions(
  context: Pick<Context, 'give'> & Parameters<typeof actorOf>[0],
  game: Game,
): Promise<Ending> {
  const said = context.values.as ?? context.environment['GITNOMIC_AS'];
  const who = said === undefined && game.played !== 'elsewhere' ? null : await actorOf(context, game);
  const actions = possibleFirst(
    await withPosition(game, (position) => actionsFor(position, game.now(), who)),
  );
  return context.give({ actions }, () =>
    who === null
      ? `${actions.map(actionLine).join('')}\nWith --as NAME the actions that this player can take now come first, then the others with the reason.\n`
      : renderActions(who.name, actions),
  );
}

/** Tells the senders of submissions that can't count before an action uses them up, and of the result afterwards. */
async function notifySenders(
  { say }: Pick<Context, 'say'>,
  game: Game,
  by: Person,
  take: () => Promise<Ending>,
): Promise<Ending> {
  const before = await tellPrivately(game, by);
  const ending = await take();
  const notified = sayNotified(before) + sayNotified(await tellPrivately(game, by));
  if (notified !== '') say(notified.trimEnd());
  return ending;
}

type Titled = Readonly<Record<string, { title: string | null }>>;

/** Finds an action by id or title, in people's spelling: “Round Summary” is `round-summary`. */
export function actionCalled(named: string, actions: Titled): string {
  if (Object.hasOwn(actions, named)) return named;
  const id = slug(named);
  if (Object.hasOwn(actions, id)) return id;
  const titled = Object.entries(actions).filter(([, { title }]) => title !== null && slug(title) === id);
  return titled.length === 1 ? (titled[0]?.[0] ?? named) : named;
}

/** The action that was probably meant, by id or title. */
export function actionMeant(named: string, actions: Titled): string | undefined {
  const titles = Object.values(actions).flatMap(({ title }) => (title === null ? [] : [slug(title)]));
  return meantBy(slug(named) || named, [...Object.keys(actions), ...titles]);
}

/** `typed`: the command, the action, and its parameters. */
export function noSuchAction(typed: readonly string[], actions: Titled): Failure {
  const [command = '', named = '', ...rest] = typed;
  const meant = actionMeant(named, actions);
  return failure('usage', 'no-such-action', `There is no action ${named}.`, {
    // Several actions have this title.
    next:
      meant === undefined || meant === slug(named)
        ? `\`gitnomic ${command.replace('rehearse ', '')}\` lists them.`
        : `Did you mean \`gitnomic ${[command, meant, ...rest.map(shellWord)].join(' ')}\`?`,
  });
}

/** Assigns values to parameters in order; values beyond the last have no name. */
export function wordsOf(
  title: string,
  types: Readonly<Record<string, ValueType>>,
  rest: readonly string[],
): Record<string, unknown> {
  const { operands, words } = wordsFrom(rest);
  const names = Object.keys(types).map(toKebab);
  const free = names.filter((name) => !Object.hasOwn(words, name));
  const [extra] = operands.slice(free.length);
  if (extra === undefined) return withOperands(types, operands, words);
  throw failure('refused', 'unexpected-operand', `“${title}” does not know what to do with “${extra}”.`, {
    expected: names.length === 0 ? 'no parameters' : names.join(', '),
  });
}

/** The shell has already removed the quotes, so each operand is one value, whatever it contains. */
export function wordsFrom(operands: readonly string[]): {
  operands: string[];
  words: Record<string, unknown>;
} {
  const plain: string[] = [];
  const words: Record<string, unknown> = {};
  for (const operand of operands) {
    const named = /^([a-z][a-z0-9-]*)=(.*)$/isu.exec(operand);
    if (named === null) plain.push(operand);
    else words[(named[1] ?? '').toLowerCase()] = readValue(named[2] ?? '');
  }
  return { operands: plain, words };
}

/** Actions of Admins that belong to no rule, under their names in the ledger. */
const OF_THE_ENGINE: Readonly<Record<string, string>> = { game: SET_GAME, peace: MODERATE };

export async function takeAndTell(
  context: Pick<Context, 'give'> & { readonly values: { readonly on?: string | undefined } },
  game: Game,
  by: Person,
  action: string,
  words: Record<string, unknown>,
): Promise<Ending> {
  const post =
    context.values.on === undefined ? await game.thread() : await placeMeant(game, context.values.on);
  const { text, fields } = await withPosition(game, async (position) => {
    const { play } = position.open;
    const known = Object.hasOwn(play.model.actions, action) ? play.model.actions[action]?.with : undefined;
    const fields = known === undefined ? [] : formFieldsOf(known, play.state());
    const player = position.accounts.lookUp(by);
    const hidden = privateWords(known ?? {});
    const input = { type: 'act', at: game.now(), by: player, action, with: words } as const;
    const [refusal = null] = hidden.size === 0 ? [] : play.sandbox.refusalsOf([input]);
    // Once it is sealed, everybody would read why it is refused.
    if (refusal !== null && hidden.has(refusal.param ?? ''))
      failIfRefused({ mine: [{ outcome: refusedAs(refusal) }] }, meantIn(fields, words));
    return { text: await writeAct(position, game.vault, { by: player, action, words }), fields };
  });
  const acted = await actAtOnce(game, () => game.say(by, post, text));
  failIfRefused(acted, meantIn(fields, words));
  const done = acted.mine.flatMap(({ outcome }) => (outcome.ok ? [outcome] : []));
  const result = done.map((one) => one.result).find((one) => one !== null && one !== undefined) ?? null;
  const draws = done.flatMap((one) => one.draws);
  const changes = done.flatMap((one) => one.changes);
  const names = await readNames(game);
  const { naming, model } = names;
  const what = Object.hasOwn(model.actions, action) ? action : (OF_THE_ENGINE[action] ?? action);
  const line = { by: by.id, what, with: words, changes };
  // If an engine elsewhere still has to draw, nothing has happened yet.
  const sentence =
    done.length === 0 ? `calls for “${titleOfLine(action, model, naming)}”` : sayLine(line, model, naming);
  const happened = describeReport(acted.report, names);
  const own = `${naming.subject(by.id)}: ${titleOfLine(what, model, naming)}`;
  return context.give({ action, by: by.id, with: words, result, draws, changes, happened }, () => [
    `${by.name} ${sentence}`,
    ...sayFacts({ result, draws, changes }, naming)
      .flatMap((fact) => fact.split('\n'))
      .filter((fact) => fact !== sentence)
      .map((line) => `  ${line}`),
    ...acted.undrawn.map((line) => `  ${line}`),
    ...happened.filter((line) => !line.includes(own)),
  ]);
}

/** The arguments for a view: plain words first, then lists and other values in JSON, each after a slash. */
interface Asked {
  readonly operands: readonly string[];
  readonly words: Readonly<Record<string, unknown>>;
}

/** The answer of a view, with a rendering as text. */
interface ViewAsked {
  readonly value: unknown;
  readonly naming: Naming;
}

/** Asks a view of the rules, as a preview; prefers its line-by-line version if there is one. Null if there is no such view. */
export async function askView(game: Game, name: string, about: Asked): Promise<ViewAsked | null> {
  const { of, ...rest } = about.words;
  const subject = [
    ...about.operands,
    ...(of === undefined ? [] : [typeof of === 'string' ? of : JSON.stringify(of)]),
  ].join(' ');
  const whole = [subject, ...Object.values(rest).map((value) => JSON.stringify(value))].join('/');
  return withPosition(game, ({ open: { play } }) => {
    const { views } = play.model;
    const isOpen = (id: string): boolean => Object.hasOwn(views, id) && views[id]?.private === false;
    const id = [`${name}-by-line`, name].find(isOpen);
    if (id === undefined) return null;
    const of = views[id]?.of ?? '';
    const path = of === 'game' ? [] : of.includes(' ') ? whole.split('/') : [whole];
    const value = answeredBy(() => play.query(game.now(), [['views', id, ...path]])[0]?.value);
    if (value !== undefined && value !== null) return { value, naming: namingOf(play) };
    throw failure('usage', 'no-such-view', `${name} says nothing of ${path[0] || 'nothing'}.`, {
      expected: `what it is about: gitnomic act ${name} …`,
    });
  });
}

/** A rule may refuse to answer, with a reason. */
function answeredBy(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw failure('refused', 'refused', asSentence(error.message), { cause: error });
  }
}

export function sayView(value: unknown, naming: Naming): string {
  if (Array.isArray(value)) return value.map((one) => `${naming.value(one)}\n`).join('');
  if (isPlainObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${inWords(key)}: ${naming.value(one)}\n`)
      .join('');
  return `${naming.value(value)}\n`;
}
