import { flag } from '../../host/command.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { ModeratedGame } from '../../store/moderation.ts';
import { sayCounts } from '../../wording/ballot.ts';
import { matterStatusOf } from '../../tick/read-status.ts';
import { sayWhenHere } from '../local/next-of-matter.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { capitalised } from '../../kernel/sentence.ts';
import { splitPath } from '../../kernel/paths.ts';
import type { RuleEntry } from '../../kernel/manifest.ts';
import { publicValue } from '../../store/private-values.ts';
import type { Play } from '../../session/play/play.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { toShownText } from '../../ruleset/shown.ts';
import type { PostData } from '../../kernel/state.ts';
import { whyOff } from '../../wording/rule-fault.ts';
import { sayMatterChange } from '../../wording/say-changes.ts';
import { inWords, namingOf, titleOfKind, type Naming } from '../../wording/naming.ts';
import { sayStatus } from '../../wording/say-status.ts';
import { describeParted, findParted } from '../../wording/say-parted.ts';
import { clausesInWords } from '../../rehearse/clause-in-words.ts';
import { defineCommand, type Ending, failure, Failure } from '../command.ts';
import { findPerson, isWholeName, namedPeople, type Named } from '../../session/position/person-id.ts';
import { meantBy } from '../meant-by.ts';
import { findPost, ruleMeant } from '../local/find-post.ts';
import { dig } from '../../kernel/values.ts';
import { gameShown } from '../../session/ask/views-shown.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';
import type { HeadRead } from '../../session/position/branches.ts';
import type { Position } from '../../session/position/position.ts';
import type { Game } from '../../host/game.ts';
import { sayTrial } from '../../rehearse/say-trial.ts';
import { trialKey } from '../../rehearse/trials.ts';
import { withoutMarkup } from '../local/text-table.ts';
import { minuteOf, timeInWords } from '../../kernel/time.ts';
import { withPosition } from '../../seat/read-table.ts';

export const command = defineCommand({
  usage: 'show [options] WHAT',
  details:
    'Shows a post with its votes and comments, a rule, a player, or anything else of the gamestate by its path.',
  examples: [
    { line: 'show 3', does: 'post 3: its text, votes and comments' },
    { line: 'show Votes', does: 'a rule, by its title or number' },
    { line: 'show ana', does: 'all values of a player; rooms.D4 shows those of a thing' },
  ],
  options: {
    ...gameOptions,
    secret: flag('print secret values too, if they are on this machine'),
    clause: flag('print the code of a rule: its clause, or what its tables are compiled to'),
  },
  operands: {
    name: 'WHAT',
    summary: 'a post’s number, a rule’s title or number, somebody’s name, or a path such as players.ana.name',
    min: 1,
    max: 1,
  },
  async run(context): Promise<Ending> {
    const [what = ''] = context.operands;
    const game = await openGameOf(context);
    return withPosition<Ending>(game, (position) => {
      const { play } = position.open;
      const { posts } = play.state();
      const id = what.replace(/^#/u, '');
      const rule = Object.hasOwn(posts, id) ? null : ruleMeant(play, what);
      const people = peopleIn(position);
      const isElse = rule !== null || Object.hasOwn(posts, id);
      const person = isElse ? null : findPerson(people, what);
      const path = person === null ? what : `players.${person.id}`;
      const found =
        isElse || !/^[\w-]+(?:\.\S.*)?$/u.test(path)
          ? undefined
          : /^game(?:\.|$)/u.test(path)
            ? dig({ game: gameShown(play, play.state(), game.now()) }, placeOf(path, position))
            : play.query(game.now(), [placeOf(path, position)])[0]?.value;
      const isAll = context.values.secret === true;
      const value = isAll ? found : publicValue(play.model, placeOf(path, position), found);
      if (found !== undefined && value === undefined) throw secretFailure(what);
      if (rule !== null) {
        const { title, number, path, status, section } = rule;
        const words = clausesInWords(play)(rule);
        const off = whyOff(rule, posts);
        const code = context.values.clause === true ? codeOf(rule, play) : undefined;
        context.give(
          {
            title,
            number,
            path,
            section,
            status,
            text: rule.text,
            clause: rule.clause,
            'in-words': words,
            ...(rule.notes !== undefined && { tables: rule.notes }),
            ...(off !== undefined && { off }),
            ...(code !== undefined && { code }),
          },
          () =>
            code ||
            `${number} ${title}${section === 'special-case' ? ` [${status}]` : ''}\n\n${toShownText(rule.text, play.terms).trim()}\n\n${sayClause(rule, words, off)}\n`,
        );
      } else if (value !== undefined)
        context.give({ [path]: value }, () =>
          renderValue(placeOf(path, position), value, {
            naming: namingOf(play),
            model: play.model,
            shown: (id, name) => position.accounts.shown(id, name),
          }),
        );
      else showPost(position, game, postCalled(position, what, game.now()), context.give);
      return 'ok';
    });
  },
});

function secretFailure(what: string): Failure {
  return failure('refused', 'secret', `${what} is secret, and is printed only if you ask for it.`, {
    next: `If nobody looks over your shoulder: \`gitnomic show ${what} --secret\`.`,
  });
}

function codeOf({ clause, mechanics }: RuleEntry, { files, terms }: Play): string {
  const own = clause === null ? [] : [`// content/ruleset/${clause}\n${files.get(clause) ?? ''}`];
  if (mechanics === undefined) return own.join('\n');
  const compiled = readRuleset(files, terms).tables.get(mechanics) ?? '';
  return [
    ...own,
    `// compiled from the tables of content/ruleset/${mechanics}\n${compiled.replace(/^\n+/gmu, '')}`,
  ].join('\n');
}

function sayClause(
  { clause, mechanics, notes = [] }: RuleEntry,
  words: readonly string[],
  off: string | undefined,
): string {
  const open = [...new Set(notes.flat())].map((line) => `  - ${line}\n`).join('');
  const isCounted = mechanics !== undefined;
  const head = isCounted
    ? 'Its tables are counted by the engine'
    : 'Nothing of its tables is counted by the engine';
  const tables =
    open === '' ? (isCounted ? `${head}.` : '') : `${head}${isCounted ? ', where' : ''}:\n${open}`;
  if (clause === null) return tables.trimEnd() || `Played by people: ${off ?? 'there is no clause.'}`;
  return `${tables}Clause: content/ruleset/${clause}\n${words.map((line) => `  ${line}\n`).join('')}`.trimEnd();
}

/** Splits a path; names of people and things may contain dots. */
function placeOf(path: string, position: Position): readonly string[] {
  const { things } = position.open.play.state();
  const people = peopleIn(position);
  const parts = splitPath(path, (scope, name) =>
    scope === 'players'
      ? isWholeName(name) && findPerson(people, name) !== null
      : Object.hasOwn(things[scope] ?? {}, name),
  );
  const [scope, id = '', ...rest] = parts;
  return scope === 'players' && id !== '' ? [scope, findPerson(people, id)?.id ?? id, ...rest] : parts;
}

function peopleIn({ open }: Position): readonly Named[] {
  return namedPeople(open.play.state().players);
}

/** Everything that can be shown, by name. */
function namesIn(position: Position): readonly string[] {
  const { play } = position.open;
  const { posts, things } = play.state();
  return [
    ...play.manifest.rules.flatMap(({ title, path }) => [title, path]),
    ...peopleIn(position).flatMap(({ id, name }) => [name, id, `players.${id}`]),
    ...Object.entries(things).flatMap(([collection, some]) =>
      Object.keys(some).map((id) => `${collection}.${id}`),
    ),
    ...Object.values(posts).map(({ title }) => title),
    'dynasty',
    'game',
  ];
}

/** Similar values: `players.bo.oill` → `players.bo.oil` and the like. */
function valuesBeside(position: Position, path: string, now: string): readonly string[] {
  const parts = placeOf(path, position).slice(0, -1);
  if (parts.length === 0) return [];
  const value = position.open.play.query(now, [parts])[0]?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).map((name) => [...parts, name].join('.'));
}

function postCalled(position: Position, what: string, now: string): PostData {
  try {
    return findPost(position.open.play.state().posts, what);
  } catch (error) {
    if (!(error instanceof Failure) || error.problems[0]?.code !== 'no-such-post') throw error;
    const meant = meantBy(what, [...namesIn(position), ...valuesBeside(position, what, now)]);
    throw new Failure(
      'usage',
      {
        code: 'nothing-so-called',
        what: `There is no post, rule, player or value called ${what}.`,
        next: `${meant === undefined ? '' : `Did you mean “${meant}”? `}Posts go by their number, rules by title or number, people by their name, values by a path: \`gitnomic show --help\`.`,
      },
      { cause: error },
    );
  }
}

function showPost(
  position: Position,
  game: Game,
  whole: PostData,
  give: (result: unknown, render: () => string) => void,
): void {
  const { accounts, open, moderation } = position;
  const { play } = open;
  const post = new ModeratedGame(moderation.inForce, play.model, play.state(), play.wording).shown(whole);
  const matter = post.status === null ? null : matterStatusOf(position, game.now(), post);
  const naming = namingOf(play);
  const isPending = post.status === 'pending';
  const parted = isPending ? findParted(post, play) : [];
  const trial = isPending ? (game.trials?.find(trialKey(play, whole)) ?? null) : null;
  const { problems = [], outside = [] } = branchOf(position, post) ?? {};
  give({ ...post, summary: matter, branch: { problems, outside }, parted, trial }, () => {
    const votes =
      matter === null
        ? []
        : Object.entries(matter.votes).map(
            ([voter, vote]) => `  ${vote.padEnd(12)} ${accounts.shown(voter, naming.person(voter))}\n`,
          );
    const said = post.comments.map(
      ({ by, at, text, edited, deleted }) =>
        `  ${minuteOf(at)} ${accounts.shown(by, naming.person(by))}${edited === true ? ' (edited)' : ''}: ${deleted === true ? '(removed)' : text.trim().replaceAll('\n', '\n    ')}\n`,
    );
    const left = post.omitted.map(({ change, reason }) => `  ${change}: ${reason}\n`);
    return [
      `${post.id}  ${post.title}\n`,
      `${titleOfKind(play.model, post.kind)} by ${accounts.shown(post.author, naming.person(post.author))}, ${timeInWords(post.at)}${post.status === null ? '' : `, ${sayStatus(post.status, IN_ENGLISH)}`}\n`,
      post.text.trim() === '' ? '' : `\n${post.text.trim()}\n`,
      matter === null ? '' : `\n${sayCounts(matter.counts)}: ${matter.state}\n`,
      matter?.told === undefined ? '' : `${matter.told.join('\n')}\n`,
      ...votes,
      matter !== null && isPending ? `${sayWhenHere(matter)}\n` : '',
      post.changes.length === 0
        ? ''
        : `\nIt changes\n${post.changes.map((change) => `  ${describe(change, naming)}\n`).join('')}`,
      left.length === 0 ? '' : `\nLeft out\n${left.join('')}`,
      problems.length === 0 ? '' : `\nAbout the branch\n${problems.map((one) => `  ${one}\n`).join('')}`,
      outside.length === 0
        ? ''
        : `\nNot merged, because it belongs to neither the ruleset nor the gamestate\n${outside.map((path) => `  ${path}\n`).join('')}`,
      ...parted.map((one) => `\n${describeParted(one)}\n`),
      trial === null ? '' : `\n${withoutMarkup(sayTrial(trial, IN_ENGLISH, Boolean(matter?.fault)))}`,
      said.length === 0 ? '' : `\nComments\n${said.join('')}`,
    ].join('');
  });
}

function branchOf({ branches }: Position, { id, status }: PostData): HeadRead | undefined {
  return status === 'pending' ? branches.read(id) : undefined;
}

const DOES = { 'repeal-rule': 'repeals', 'edit-rule': 'edits', transmute: 'transmutes' } as const;

function describe(change: PostData['changes'][number], naming: Naming): string {
  if (change.verb === 'set') return sayMatterChange(change, naming);
  if (change.verb === 'file')
    return `${change.path}${change.content === null ? ' (removed)' : change.base === null ? ' (new)' : ''}`;
  return change.verb === 'add-rule' ? `adds the rule ${change.title}` : `${DOES[change.verb]} ${change.rule}`;
}

/** `rooms.D4.lit` → `Charnel Stair (D4), Lit: yes`; a person's or thing's values are listed below its name. */
function renderValue(place: readonly string[], value: unknown, known: Shown): string {
  const [scope = '', ...rest] = place;
  const isThing = Object.hasOwn(known.model.collections, scope);
  const id = isThing || scope === 'players' ? rest.shift() : undefined;
  const fields = known.naming.fieldsAt(isThing ? 'things' : scope, scope);
  const whole = [nameOf(scope, id, isThing, known), ...rest.map((one) => titleIn(one, scope, fields, known))];
  const head = whole.join(', ');
  const { naming } = known;
  const [field] = rest;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${head}: ${naming.value(value, fields[field ?? '']?.type)}\n`;
  const entries = Object.entries(value).filter(
    ([key]) => field !== undefined || fields[key]?.type.shown !== false,
  );
  const lines = entries.map(([key, one]) => {
    if (field !== undefined) return `  ${naming.key(key)}: ${naming.value(one)}\n`;
    if (id === undefined && isThing) return `  ${naming.thing(scope, key)}\n`;
    return `  ${capitalised(fields[key]?.type.title ?? inWords(key))}: ${naming.value(one, fields[key]?.type)}\n`;
  });
  return `${head}\n${lines.join('')}`;
}

interface Shown {
  readonly naming: Naming;
  readonly model: ModelDescription;
  readonly shown: (id: string, name: string) => string;
}

function titleIn(
  id: string,
  scope: string,
  fields: ReturnType<Naming['fieldsAt']>,
  { model, naming }: Shown,
): string {
  const view = scope === 'views' ? model.views[id]?.title : null;
  return capitalised(view ?? fields[id]?.type.title ?? naming.anything(id));
}

function nameOf(scope: string, id: string | undefined, isThing: boolean, { naming, shown }: Shown): string {
  if (isThing) return id === undefined ? naming.collection(scope) : naming.thing(scope, id);
  return id === undefined ? inWords(scope) : shown(id, naming.person(id));
}
