import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { State } from '../../kernel/state.ts';
import type { ValueType } from '../../kernel/value-types.ts';
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
import { currentBodies, rulesetHistory } from './history.ts';
import { postsOf } from './collect-posts.ts';
import { ruleData, sectionsOf } from './collect-rules.ts';
import { asList, inWords, numberOr, timeOr, textOr } from './plain-values.ts';
import { RenderedCache } from './rendered-cache.ts';
import { submissionForms } from './submission-forms.ts';
import { tellApart } from './tell-apart.ts';

export interface CollectOptions {
  readonly now: string;
  /** The pack's own declaration of how it is shown, if it has one. */
  readonly display?: string;
  /** HTML kept from an earlier build. */
  readonly rendered?: RenderedCache;
}

/** Opens a game and takes down everything that the pages show. */
export async function collectSite(
  files: ContentFiles,
  { now, display, rendered = new RenderedCache(null) }: CollectOptions,
): Promise<{ site: SiteData; problems: readonly string[] }> {
  const open = await openGame(files);
  const { play, read } = open;
  const model = play.sandbox.describe();
  const state = play.state();
  const ask = (...path: string[]): unknown => play.query(now, [path])[0]?.value;
  const shown = readDisplay('site.yml', display);
  const playerColumns = columnsOf(model.fields['player'] ?? {});
  const site: SiteData = {
    game: { name: read.game.name, terms: play.terms },
    builtAt: now,
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
    gameValues: columnsOf(model.fields['game'] ?? {}).map(({ id, title, private: hidden }) => ({
      id,
      title,
      value: hidden ? null : state.game[id],
      private: hidden,
    })),
    collections: collectionsOf(play, model, state, now),
    sections: sectionsOf(play.manifest.rules),
    rules: play.manifest.rules.map((rule) => ruleData(rule, play.files, state, rendered)),
    posts: postsOf(play, model, state, now, rendered),
    ledger: play.ledger.map((line): LedgerData => ({
      n: line.n,
      at: line.at,
      by: line.by,
      what: line.what,
      words: line.with === undefined ? '' : JSON.stringify(line.with),
      draws: line.draws,
      changes: describeChanges(line.changes),
    })),
    actions: actionsOf(model),
    display: shown.display,
    ...pastOf(open, playerColumns, now),
    submissions: submissionForms(model, state),
  };
  play.dispose();
  return { site: harmless(site), problems: shown.problems };
}

function pastOf(
  { play, read }: OpenGame,
  playerColumns: readonly ColumnData[],
  now: string,
): Pick<SiteData, 'record' | 'changeLog'> {
  const state = play.state();
  const changes = rulesetHistory(play.files, play.manifest.rules, state.posts, play.ledger, play.terms);
  return {
    record: collectRecord({
      ledger: play.ledger,
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
    }));
}

function collectionsOf(
  play: Play,
  model: ModelDescription,
  state: State,
  now: string,
): readonly CollectionData[] {
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
        values,
        views: Object.fromEntries(
          views.map((view, place) => [view, answers[at * views.length + place]?.value ?? null]),
        ),
      })),
    };
  });
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
