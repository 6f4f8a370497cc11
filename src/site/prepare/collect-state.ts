import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Terms } from '../../kernel/manifest.ts';
import { toCamel } from '../../kernel/names.ts';
import type { State } from '../../kernel/state.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { inWords, Naming, skeletonOf } from '../../wording/naming.ts';
import { sayChanges } from '../../wording/say-changes.ts';
import {
  changesSaid,
  placesIn,
  sayDone,
  sayLine,
  subjectOfLine,
  titleOfLine,
} from '../../wording/say-taken-action.ts';
import { trackedFields } from '../../wording/tracked-values.ts';
import { askRules } from '../../session/ask/call-guard.ts';
import { readVictory } from '../../session/ask/victory.ts';
import { openViewsOf } from '../../session/ask/views-shown.ts';
import { type LedgerLine, readEnding } from '../../store/ledger-line.ts';
import type { CollectionData, ColumnData, LedgerData, PersonData, SiteData } from '../data/site-data.ts';
import type { Variable } from './charts.ts';
import type { GameShown } from './game-shown.ts';
import type { PastShown } from './past-shown.ts';
import { numberOr, textOr, timeOr } from './harmless-text.ts';
import type { Wording } from '../../language/wording.ts';
import type { StateChange } from '../../kernel/store.ts';

/** People as pages show them: an emperor who is no player for a rule has none of what it tracks of players. */
export function peopleIn(
  { open, model, state, read, ledger }: GameShown,
  past: PastShown['people'],
  now: string,
): readonly PersonData[] {
  const people = peopleOf(state, past, read.facts.machines);
  const fields = model.fields['player'] ?? {};
  // At the end of a past dynasty its rules know the next emperor only.
  const asked = open?.play.state().dynasty['emperor'] === state.dynasty['emperor'] ? open?.play : undefined;
  // The winner may be the next emperor already, and still stands in the final table.
  if (asked !== undefined && readVictory(asked, now) !== null) return people;
  const ask = asked === undefined ? null : askRules(asked, now);
  return people.map(({ values, ...one }) => {
    if (!one.emperor) return { ...one, values };
    const isTheirs = ([field]: readonly [string, unknown]): boolean => {
      const rule = fields[field]?.rule ?? '';
      if (ask !== null) return typeof ask('not-a-player', one.id, rule) !== 'string';
      return !rule.startsWith('dynastic/') || hasPlayed({ ledger, model }, one.id);
    };
    return { ...one, values: Object.fromEntries(Object.entries(values).filter(isTheirs)) };
  });
}

/** The rules of a past dynasty aren't asked any more, but its ledger shows whether its head played along. */
function hasPlayed({ ledger, model }: Pick<GameShown, 'ledger' | 'model'>, id: string): boolean {
  const isPlayed = ({ path: [root, of, field = ''] }: StateChange): boolean =>
    root === 'players' && of === id && model.fields['player']?.[field]?.rule.startsWith('dynastic/') === true;
  const isOpening = ({ path }: StateChange): boolean => path.join('.') === 'dynasty.number';
  // A matter that brings rules gives everybody their first values.
  return ledger.some(
    ({ what, changes }) => readEnding(what) === null && changes.some(isPlayed) && !changes.some(isOpening),
  );
}

/** Current players, and former ones who are still mentioned in the record. */
export function peopleOf(
  state: State,
  past: PastShown['people'],
  machines: readonly string[],
): readonly PersonData[] {
  const emperor = state.dynasty['emperor'];
  const named = Object.entries(state.players).map(([id, values]) => ({
    id,
    name: textOr(values['name']).trim() || id,
    values,
  }));
  const left = new Map(past.filter(([id]) => state.players[id] === undefined));
  for (const [id, name] of left) named.push({ id, name, values: { state: 'gone' } });
  const names = tellApart(named);
  return named.map(({ id, values }, at) => ({
    id,
    name: names[at] ?? id,
    state: textOr(values['state'], 'active'),
    admin: values['admin'] === true,
    emperor: id === emperor,
    machine: machines.includes(id),
    joined: timeOr(values['joined']),
    lastActive: timeOr(values['last-active']),
    sealed: Object.values(state.submissions).filter(({ by }) => by === id).length,
    values,
  }));
}

type FieldsShown = ModelDescription['fields'][string];

export function columnsOf(model: ModelDescription, fields: FieldsShown = {}): readonly ColumnData[] {
  return trackedFields(fields, model).map(([id, { type, rule }]) => ({
    id,
    title: type.title ?? inWords(id),
    private: type.private === true,
    number: type.kind === 'integer',
    rule,
    type,
  }));
}

/** Names of everything that the rules track, as terms of the game. */
export function trackedOf(
  model: ModelDescription,
): readonly { readonly title: string; readonly rule: string }[] {
  const fields = ['player', 'game', 'emperor'].flatMap((owner) => columnsOf(model, model.fields[owner]));
  const collections = Object.entries(model.collections).map(([id, { title, rule }]) => ({
    title: title ?? inWords(id),
    rule,
  }));
  return [...fields, ...collections];
}

/** Every public variable, with its owner. */
export function variablesOf(model: ModelDescription): readonly Variable[] {
  const owners = [
    { owner: 'players', fields: model.fields['player'] ?? {} },
    { owner: 'game', fields: model.fields['game'] ?? {} },
    ...Object.entries(model.collections).map(([owner, { fields }]) => ({ owner, fields })),
  ];
  return owners.flatMap(({ owner, fields }) =>
    columnsOf(model, fields)
      // Times are shown where something happened; they make no chart.
      .filter(({ private: hidden, type }) => !hidden && !isTime(type))
      .map(({ id, title, type }) => ({ owner, id, title, type })),
  );
}

function isTime(type: ValueType): boolean {
  return type.kind === 'time' || (type.kind === 'optional' && isTime(type.of));
}

export function collectionsOf({
  ledger,
  model,
  state,
  views,
  wording,
  terms,
}: GameShown): readonly CollectionData[] {
  const lines = linesOf(ledger);
  const names = new NamesThen({ model, state, wording, terms }, ledger);
  return Object.entries(model.collections).map(([id, { title, rule, fields }]) => {
    return {
      id,
      title: title ?? inWords(id),
      rule,
      columns: columnsOf(model, fields),
      views: openViewsOf(model, id).flatMap((view) => {
        const { title: named = null, returns: type } = model.views[view] ?? {};
        return type === undefined ? [] : [{ id: view, title: named ?? inWords(view), type }];
      }),
      things: countedInOrder(Object.entries(state.things[id] ?? {})).map(([thing, values]) => ({
        id: thing,
        label: names.now.label(id, thing),
        earlier: names.earlier(id, thing),
        lines: lines.get(`${id}/${thing}`) ?? [],
        values,
        views: views[id]?.[thing] ?? {},
      })),
    };
  });
}

const COUNTED = /^(.*?)(\d+)$/u;

/** Things that are counted, such as `round-9` and `round-10`, in their order; others as they are. */
export function countedInOrder<T>(
  things: readonly (readonly [id: string, T])[],
): readonly (readonly [id: string, T])[] {
  const counted = things.map((one) => ({ one, found: COUNTED.exec(one[0]) }));
  const [, first] = counted[0]?.found ?? [];
  if (counted.some(({ found }) => found === null || found[1] !== first)) return things;
  return counted.sort((a, b) => Number(a.found?.[2]) - Number(b.found?.[2])).map(({ one }) => one);
}

/** The lines of the ledger that changed each thing. */
function linesOf(ledger: readonly LedgerLine[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { n, changes } of ledger) {
    const things = changes.flatMap(({ path: [head, collection, id] }) =>
      head === 'things' ? [`${collection ?? ''}/${id ?? ''}`] : [],
    );
    for (const thing of new Set(things)) found.set(thing, [...(found.get(thing) ?? []), n]);
  }
  return found;
}

export function dynastyOf(
  { dynasty, posts }: State,
  ledger: readonly Pick<LedgerLine, 'changes'>[] = [],
): SiteData['dynasty'] {
  const begun = ledger.findLast(({ changes }) =>
    changes.some(({ path, after }) => path[0] === 'dynasty' && path[1] === 'interregnum' && after === false),
  );
  return {
    address:
      begun?.changes.find(({ path: [scope, id = ''] }) => scope === 'posts' && id in posts)?.path[1] ?? null,
    number: numberOr(dynasty['number']),
    name: textOr(dynasty['name']),
    emperor: typeof dynasty['emperor'] === 'string' ? dynasty['emperor'] : null,
    theme: textOr(dynasty['theme']),
  };
}

export function gameValuesOf(model: ModelDescription, game: State['game']): SiteData['gameValues'] {
  return columnsOf(model, model.fields['game']).map((column) => ({
    ...column,
    value: column.private ? null : game[column.id],
  }));
}

export function ledgerOf({ ledger, model, state, wording, terms }: GameShown): readonly LedgerData[] {
  const names = new NamesThen({ model, state, wording, terms }, ledger);
  return ledger.map((line) => {
    const naming = names.at(line.n);
    const given = line.with ?? {};
    const types = model.actions[line.what]?.with ?? {};
    const title = `${titleOfLine(line.what, model, naming)}${line.refused === undefined ? '' : wording.say` (refused)`}`;
    const [sentence, done] = [sayLine(line, model, naming), sayDone(line, model, naming)];
    return {
      n: line.n,
      at: line.at,
      by: line.by,
      what: line.what,
      title,
      sentence,
      ...(line.by === 'engine' && readEnding(line.what) !== null && { subject: subjectOfLine(line, naming) }),
      done: done === sentence ? withDice(done, line, naming) : done,
      words: wordsOf(given, { types, sentence: model.actions[line.what]?.sentence ?? '', naming }),
      draws: line.draws,
      changes: sayChanges(changesSaid(line), naming),
      posts: postsMadeBy(line),
      refused: line.refused === undefined ? null : naming.prose(line.refused),
    };
  });
}

/** More dice than this are shown with the ledger line. */
const FEW_DICE = 6;

/** `rolled 2DICE6, with 6, 1 on the dice`: if an action did nothing to its player, the dice are its result. */
function withDice(done: string, { draws, refused }: LedgerLine, naming: Naming): string {
  const rolled = draws.flatMap(({ kind, result }) => (kind === 'dice' ? [naming.value(result)] : []));
  if (refused !== undefined || rolled.length === 0 || rolled.length > FEW_DICE) return done;
  const { say } = naming.wording;
  return rolled.length === 1
    ? say`${done}, with ${rolled[0]} on the die`
    : say`${done}, with ${rolled.join(', ')} on the dice`;
}

export function postsMadeBy({ changes }: LedgerLine): readonly string[] {
  return changes.flatMap(({ path: [scope, id, part], before }) =>
    scope === 'posts' && id !== undefined && part === undefined && before === null ? [id] : [],
  );
}

/**
 * The parameters of an action, except for those that its sentence names: `{ room: 'D2', 'blood-type': 'O' }`
 * → `Room: Apiary of Bone (D2), Blood type: O`
 */
function wordsOf(
  given: object,
  {
    types,
    sentence,
    naming,
  }: {
    readonly types: Readonly<Record<string, ValueType>>;
    readonly sentence: string;
    readonly naming: Naming;
  },
): string {
  const named = new Set(placesIn(sentence).map(toCamel));
  return Object.entries(given)
    .filter(([name]) => !named.has(toCamel(name)))
    .map(
      ([name, value]: [string, unknown]) =>
        `${types[name]?.title ?? inWords(name)}: ${naming.value(value, types[name])}`,
    )
    .join(' · ');
}

/** Display names; a name that could be mistaken for another one has the id beside it. */
function tellApart(people: readonly { readonly id: string; readonly name: string }[]): readonly string[] {
  const seen = new Map<string, number>();
  const skeletons = people.map(({ name }) => skeletonOf(name));
  for (const skeleton of skeletons) seen.set(skeleton, (seen.get(skeleton) ?? 0) + 1);
  return people.map(({ id, name }, at) => {
    const alone = seen.get(skeletons[at] ?? '') === 1;
    const mixed = /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);
    return (alone && !mixed) || name === id ? name : `${name} (${id})`;
  });
}

interface Known {
  readonly model: ModelDescription;
  readonly state: State;
  readonly wording: Wording;
  readonly terms?: Terms;
}

type Line = Pick<LedgerLine, 'n' | 'changes'>;

/** Names as they were at the time. An event before something got its name is described without it. */
export class NamesThen {
  readonly now: Naming;
  /** The naming that was valid before each line, latest first. */
  readonly #before: readonly { readonly n: number; readonly naming: Naming }[];
  readonly #renamed: ReadonlyMap<string, readonly number[]>;

  constructor(known: Known, ledger: readonly Line[]) {
    this.now = new Naming(known);
    const before: { n: number; naming: Naming }[] = [];
    const renamed = new Map<string, number[]>();
    let then = known.state;
    for (const { n, changes } of ledger.toReversed()) {
      const names = changes.filter(isRenaming);
      if (names.length === 0) continue;
      then = names.toReversed().reduce(undone, then);
      before.push({ n, naming: new Naming({ ...known, state: then }) });
      for (const { path } of names) renamed.set(keyIn(path), [...(renamed.get(keyIn(path)) ?? []), n]);
    }
    this.#before = before;
    this.#renamed = renamed;
  }

  /** The names after a line of the ledger. */
  at(n: number): Naming {
    return this.#before.findLast((one) => one.n > n)?.naming ?? this.now;
  }

  /** The earlier names of something, each with the line that ended it, oldest first. */
  earlier(collection: string, id: string): readonly { readonly until: number; readonly label: string }[] {
    const lines = this.#renamed.get(`${collection}/${id}`)?.toReversed() ?? [];
    return lines.map((until) => ({ until, label: this.at(until - 1).label(collection, id) }));
  }
}

function isRenaming({ path: [head, , , field], before }: StateChange): boolean {
  return head === 'things' && (field === 'name' || field === 'title') && before !== undefined;
}

function keyIn([, collection = '', id = '']: readonly string[]): string {
  return `${collection}/${id}`;
}

function undone(
  state: State,
  { path: [, collection = '', id = '', field = ''], before }: StateChange,
): State {
  const things = state.things[collection] ?? {};
  const thing = { ...things[id], [field]: before };
  return { ...state, things: { ...state.things, [collection]: { ...things, [id]: thing } } };
}
