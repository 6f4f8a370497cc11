import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { State } from '../../kernel/state.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { frozenDynasties, type FrozenDynasty } from '../../engine/dynasties/frozen.ts';
import { openGame, type OpenGame } from '../../engine/game/open-game.ts';
import type { ContentFiles } from '../../engine/game/paths.ts';
import { describeChanges } from '../../engine/tick/describe-outcome.ts';
import type { Play } from '../../engine/play.ts';
import type {
  ActionData,
  CollectionData,
  ColumnData,
  LedgerData,
  PersonData,
  SiteData,
} from '../data/site-data.ts';
import { changeLog } from './change-log.ts';
import { collectRecord } from './collect-record.ts';
import { readDisplay } from './display.ts';
import { harmless } from './harmless-text.ts';
import { currentBodies, rulesetHistory, type RuleChange } from './history.ts';
import { mapsOf } from './map-steps.ts';
import { postsOf } from './collect-posts.ts';
import { recentOf } from './recent.ts';
import { rulesData, sectionsOf } from './collect-rules.ts';
import { firstRuleset } from './past-dynasties.ts';
import { pastHistory } from './whole-history.ts';
import { asList, inWords, numberOr, timeOr, textOr } from './plain-values.ts';
import { RenderedCache } from './rendered-cache.ts';
import { submissionForms } from './submission-forms.ts';
import { tellApart } from './tell-apart.ts';

export interface CollectOptions {
  readonly now: string;
  /** It is shown as it was last recorded. */
  readonly still?: boolean;
  /** The pack's own declaration of how it is shown, if it has one. */
  readonly display?: string;
  /** HTML kept from an earlier build. */
  readonly rendered?: RenderedCache;
}

/** Opens a game and takes down everything that the pages show. */
export async function collectSite(
  files: ContentFiles,
  { now, display, still = false, rendered = new RenderedCache(null) }: CollectOptions,
): Promise<{ site: SiteData; problems: readonly string[] }> {
  const open = await openGame(files);
  const { play, read } = open;
  const model = play.sandbox.describe();
  const state = play.state();
  const ask = (...path: string[]): unknown => play.query(now, [path])[0]?.value;
  const shown = readDisplay('site.yml', display);
  const playerColumns = columnsOf(model.fields['player'] ?? {});
  const past = frozenDynasties(files);
  const changes = [
    ...pastHistory(files, past, play),
    ...rulesetHistory(play.files, play.manifest.rules, state.posts, play.ledger, play.terms),
  ];
  const site: SiteData = {
    game: { name: read.game.name, terms: play.terms },
    builtAt: now,
    home: null,
    live: false,
    still,
    shell: '',
    dynasty: {
      number: numberOr(state.dynasty['number']),
      name: textOr(state.dynasty['name']),
      emperor: typeof state.dynasty['emperor'] === 'string' ? state.dynasty['emperor'] : null,
      theme: textOr(state.dynasty['theme']),
    },
    hiatus: asList(ask('hiatus')),
    quorum: numberOr(ask('quorum')),
    people: peopleOf(state),
    playerColumns,
    gameValues: columnsOf(model.fields['game'] ?? {}).map(({ id, title, private: hidden, type }) => ({
      id,
      title,
      type,
      value: hidden ? null : state.game[id],
      private: hidden,
    })),
    collections: collectionsOf(play, model, state, now),
    sections: sectionsOf(play.manifest.rules),
    rules: rulesData({
      rules: play.manifest.rules,
      files: play.files,
      state,
      changes,
      tracked: trackedOf(model),
      rendered,
    }),
    posts: postsOf(play, model, state, now, rendered, past),
    first: firstRuleset(files, numberOr(state.dynasty['number']) ?? 1, play.terms, rendered),
    ledger: play.ledger.map((line): LedgerData => ({
      n: line.n,
      at: line.at,
      by: line.by,
      what: line.what,
      title: titleOf(line.what, model, state),
      words: line.with === undefined ? '' : JSON.stringify(line.with),
      draws: line.draws,
      changes: describeChanges(line.changes),
    })),
    actions: actionsOf(model),
    display: shown.display,
    ...pastOf(open, playerColumns, changes, past, now),
    submissions: submissionForms(model, state),
    pictures: {},
    recent: recentOf(play.ledger, now),
    maps: mapsOf(play, model, shown.display, now, rendered),
  };
  play.dispose();
  return { site: harmless(site), problems: shown.problems };
}

function pastOf(
  { play, read }: OpenGame,
  playerColumns: readonly ColumnData[],
  changes: readonly RuleChange[],
  frozen: readonly FrozenDynasty[],
  now: string,
): Pick<SiteData, 'record' | 'changeLog'> {
  const state = play.state();
  return {
    record: collectRecord({
      ledger: play.ledger,
      frozen,
      state,
      changes,
      dice: diceSourceOf(read.game),
      fields: playerColumns.filter((column) => column.number && !column.private),
      rules: play.manifest.rules,
      now,
    }),
    changeLog: changeLog(
      currentBodies(play.files, play.terms),
      play.manifest.rules.map(({ path, number, title }) => ({ rule: path, title: `${number} ${title}` })),
      changes,
    ),
  };
}

function peopleOf(state: State): readonly PersonData[] {
  const emperor = state.dynasty['emperor'];
  const named = Object.entries(state.players).map(([id, values]) => ({
    id,
    name: textOr(values['name']).trim() || id,
    values,
  }));
  const names = tellApart(named);
  return named.map(({ id, values }, at) => ({
    id,
    name: names[at] ?? id,
    state: textOr(values['state'], 'active'),
    admin: values['admin'] === true,
    emperor: id === emperor,
    joined: timeOr(values['joined']),
    lastActive: timeOr(values['last-active']),
    values,
  }));
}

/** Facts of the roster have places of their own; the rest are columns. */
const ROSTER = new Set([
  'name',
  'state',
  'admin',
  'joined',
  'last-active',
  'idle-since',
  'idle-reason',
  'idle-dynasty',
  'dov-banned-until',
  'victory',
]);

/** What core rules and the appendix keep of people is for the engine, not for a table of the game. */
const BOOKKEEPING = /^(core|appendix)\//;

function columnsOf(
  fields: Readonly<Record<string, { readonly type: ValueType; readonly rule: string }>>,
): readonly ColumnData[] {
  return Object.entries(fields)
    .filter(([id, { rule }]) => !ROSTER.has(id) && !BOOKKEEPING.test(rule))
    .map(([id, { type, rule }]) => ({
      id,
      title: type.title ?? inWords(id),
      private: type.private === true,
      number: type.kind === 'integer',
      rule,
      type,
    }));
}

/** Names of what dynastic rules track: words that have a meaning in the game. */
function trackedOf(model: ModelDescription): readonly { readonly title: string; readonly rule: string }[] {
  const fields = ['player', 'game', 'emperor'].flatMap((owner) => columnsOf(model.fields[owner] ?? {}));
  const collections = Object.entries(model.collections).map(([id, { title, rule }]) => ({
    title: title ?? inWords(id),
    rule,
  }));
  return [...fields, ...collections];
}

function collectionsOf(
  play: Play,
  model: ModelDescription,
  state: State,
  now: string,
): readonly CollectionData[] {
  const lines = linesOf(play);
  return Object.entries(model.collections).map(([id, { title, rule, fields }]) => {
    const views = Object.entries(model.views)
      .filter(([, view]) => view.of === id && !view.private)
      .map(([view]) => view);
    const things = Object.entries(state.things[id] ?? {});
    const answers = play.query(
      now,
      things.flatMap(([thing]) => views.map((view) => ['views', view, thing])),
    );
    return {
      id,
      title: title ?? inWords(id),
      rule,
      columns: columnsOf(fields),
      views,
      things: things.map(([thing, values], at) => ({
        id: thing,
        label: textOr(values['name'] ?? values['title']) || thing,
        lines: lines.get(`${id}/${thing}`) ?? [],
        values,
        views: Object.fromEntries(
          views.map((view, place) => [view, answers[at * views.length + place]?.value ?? null]),
        ),
      })),
    };
  });
}

/** Which lines of the ledger changed each thing. */
function linesOf({ ledger }: Play): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { n, changes } of ledger) {
    const things = changes.flatMap(({ path: [head, collection, id] }) =>
      head === 'things' ? [`${collection ?? ''}/${id ?? ''}`] : [],
    );
    for (const thing of new Set(things)) found.set(thing, [...(found.get(thing) ?? []), n]);
  }
  return found;
}

/** `enact 5` → `enacted “The Font”`, `light-room` → `Light a room` */
function titleOf(what: string, model: ModelDescription, state: State): string {
  const [, done, post = ''] = /^(enact|fail) (.+)$/.exec(what) ?? [];
  if (done !== undefined)
    return `${done === 'enact' ? 'enacted' : 'failed'} “${state.posts[post]?.title ?? post}”`;
  return model.actions[what]?.title ?? inWords(what);
}

function actionsOf(model: ModelDescription): readonly ActionData[] {
  return Object.entries(model.actions).map(([id, action]) => ({
    id,
    title: action.title ?? inWords(id),
    about: action.about,
    rule: action.rule,
    by: action.by,
    frequency: action.frequency,
    params: Object.keys(action.with),
  }));
}

function diceSourceOf(game: unknown): { readonly source: string; readonly hash?: string } {
  const dice = (game as { readonly dice?: { readonly source?: string; readonly hash?: string } }).dice;
  return { source: dice?.source ?? '', ...(dice?.hash === undefined ? {} : { hash: dice.hash }) };
}
