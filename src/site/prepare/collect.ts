import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { State } from '../../kernel/state.ts';
import { openGame, type OpenGame } from '../../engine/game/open-game.ts';
import type { ContentFiles } from '../../engine/game/paths.ts';
import { readStatus, type Status } from '../../engine/local/read-status.ts';
import type { ActionData, SiteData } from '../data/site-data.ts';
import { changeLog } from './change-log.ts';
import { collectRecord } from './collect-record.ts';
import { readDisplay } from './display.ts';
import { harmless } from './harmless-text.ts';
import { currentBodies, rulesetHistory, type RuleChange } from './history.ts';
import { mapsOf } from './map-steps.ts';
import { collectScenarios, type ScenarioSource } from './collect-scenarios.ts';
import { discussedAt, postsOf, withArchived } from './collect-posts.ts';
import { recentOf } from './recent.ts';
import { rulesData, sectionsOf } from './collect-rules.ts';
import { firstRuleset } from './past-dynasties.ts';
import type { Variable } from './charts.ts';
import type { PastDigest } from './past-digest.ts';
import { inWords, numberOr } from './plain-values.ts';
import { RenderedCache } from './rendered-cache.ts';
import {
  collectionsOf,
  columnsOf,
  dynastyOf,
  gameValuesOf,
  ledgerOf,
  peopleOf,
  trackedOf,
  variablesOf,
} from './collect-state.ts';
import { submissionForms } from './submission-forms.ts';

export interface CollectOptions {
  readonly now: string;
  /** It is shown as it was last recorded. */
  readonly still?: boolean;
  /** It is a dynasty that has ended: nothing of it is pending, and whether it was in hiatus no page says. */
  readonly over?: boolean;
  /** The pack's own declaration of how it is shown, if it has one. */
  readonly display?: string;
  /** HTML kept from an earlier build. */
  readonly rendered?: RenderedCache;
  /** The public key of an embedded game’s receiver, as long as none is published. */
  readonly receiver?: string | null;
  /** The library that the rules came from, to try them with its scenarios, and what tells this engine from others. */
  readonly trials?: Pick<ScenarioSource, 'library' | 'engine' | 'run'>;
  /** The dynasties that are over, the oldest first. */
  readonly past?: readonly PastDigest[];
}

/** Opens a game and takes down everything that the pages show. */
export async function collectSite(
  files: ContentFiles,
  {
    now,
    display,
    still = false,
    over = false,
    rendered = new RenderedCache(null),
    past = [],
    trials,
    receiver = null,
  }: CollectOptions,
): Promise<{ site: SiteData; problems: readonly string[] }> {
  const open = await openGame(files);
  const { play, read } = open;
  const { model } = play;
  const state = play.state();
  // What is pending is told by the same words as `gitnomic status --json`.
  const status = over ? AT_ITS_END : readStatus({ open, name: read.game.name }, now, state);
  const shown = readDisplay('site.yml', display);
  const playerColumns = columnsOf(model.fields['player'] ?? {});
  const changes = [
    ...past.flatMap((one) => one.changes),
    ...rulesetHistory(play.files, play.manifest.rules, state.posts, play.ledger, play.terms),
  ];
  const collections = collectionsOf(play, model, state, now);
  // By other threads, where there are any: meanwhile this one takes down the rest.
  const tried = scenariosOf(open, trials, rendered);
  tried.catch(() => undefined);
  const site: SiteData = {
    ...headOf(open, state, { now, still }, status),
    people: peopleOf(state, past),
    playerColumns,
    gameValues: gameValuesOf(model, state),
    collections,
    sections: sectionsOf(play.manifest.rules),
    rules: rulesData({
      rules: play.manifest.rules,
      files: play.files,
      state,
      changes,
      tracked: trackedOf(model),
      rendered,
    }),
    posts: postsOf(play, { model, state, rendered, queue: status.queue, discussed: discussedAt(read) }),
    first: firstRuleset(files, numberOr(state.dynasty['number']) ?? 1, play.terms, rendered),
    ledger: ledgerOf(play, model, state),
    actions: actionsOf(model),
    display: shown.display,
    ...pastOf(open, state, { variables: variablesOf(model), changes, past, now, rendered }),
    submissions: submissionForms(model, state),
    receiver: read.facts.keys.at(-1)?.recipient ?? receiver,
    pictures: {},
    recent: recentOf(play.ledger, now),
    maps: mapsOf({ play, model, state, collections }, shown.display, now, rendered),
    scenarios: await tried,
  };
  play.dispose();
  const own = harmless(site);
  // What is said of dynasties that are over came out of their own pages, and is harmless already.
  return { site: { ...own, posts: withArchived(own.posts, past) }, problems: shown.problems };
}

type Standing = Pick<Status, 'hiatus' | 'quorum' | 'queue'>;

/** Nothing of it is decided any more, so that the rules, who would go through all that ever played, aren't asked. */
const AT_ITS_END: Standing = { hiatus: [], quorum: null, queue: [] };

/** What stands at the top of it, and what whoever renders the pages fills in. */
function headOf(
  { play, read }: OpenGame,
  state: State,
  { now, still }: { readonly now: string; readonly still: boolean },
  status: Standing,
): Pick<SiteData, Head> {
  return {
    game: { name: read.game.name, terms: play.terms },
    builtAt: now,
    base: '/',
    origin: '',
    home: null,
    live: false,
    still,
    shell: '',
    dynasty: dynastyOf(state),
    hiatus: status.hiatus,
    quorum: status.quorum,
  };
}

type Head =
  | 'game'
  | 'builtAt'
  | 'base'
  | 'origin'
  | 'home'
  | 'live'
  | 'still'
  | 'shell'
  | 'dynasty'
  | 'hiatus'
  | 'quorum';

/** A game that came from no library is tried with nothing. */
async function scenariosOf(
  { play, read }: OpenGame,
  trials: CollectOptions['trials'],
  rendered: RenderedCache,
): Promise<SiteData['scenarios']> {
  const { core, pack = null } = read.game;
  if (trials === undefined || core === undefined) return [];
  const { manifest, files, model } = play;
  return collectScenarios({ ...trials, core, pack, rules: manifest.rules, files, model }, rendered);
}

function pastOf(
  { play, read }: OpenGame,
  state: State,
  {
    variables,
    changes,
    past,
    now,
    rendered,
  }: {
    readonly variables: readonly Variable[];
    readonly changes: readonly RuleChange[];
    readonly past: readonly PastDigest[];
    readonly now: string;
    readonly rendered: RenderedCache;
  },
): Pick<SiteData, 'record' | 'changeLog'> {
  return {
    record: collectRecord({
      rendered,
      ledger: play.ledger,
      past,
      state,
      changes,
      dice: diceSourceOf(read.game),
      variables,
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
