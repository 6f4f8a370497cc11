import { promisesInForce } from '../../rehearse/trials.ts';
import { setImmediate as turn } from 'node:timers/promises';
import { knowDynasties, termsKnown } from '../../kernel/roles.ts';
import { asSentence } from '../../kernel/sentence.ts';
import { whyNobodyProposes } from '../../seat/preview.ts';
import { sayHas } from '../../wording/tracked-values.ts';
import { describeRefusal } from '../../wording/describe-outcome.ts';
import { recordedIn } from '../../language/recorded.ts';
import { nameInRoster, sayModeration } from '../../store/moderation.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readStatus, type Status } from '../../tick/read-status.ts';
import type { SiteData, ChangeLog } from '../data/site-data.ts';
import { collectForms, submissionForms } from './collect-forms.ts';
import { collectStyle } from './collect-style.ts';
import { collectRecord, type RecordSource } from './collect-record.ts';
import type { DisplayFile, StyleFiles } from './find-display.ts';
import type { GameShown } from './game-shown.ts';
import { harmless, knownHarmless } from './harmless-text.ts';
import { currentBodies, rulesetHistory, type RuleChange, firstRuleset } from './history.ts';
import { mapsOf } from './map-steps.ts';
import { collectOwnScenarios, collectScenarios, type ScenarioSource } from './collect-scenarios.ts';
import { postsOf, withArchived, type PostsSource } from './collect-posts.ts';
import { publicDataOf } from './public-data.ts';
import { rulesData, sectionsOf } from './collect-rules.ts';
import { NO_PAST, type PastShown } from './past-shown.ts';
import { RenderedCache } from './rendered-cache.ts';
import {
  collectionsOf,
  columnsOf,
  dynastyOf,
  gameValuesOf,
  ledgerOf,
  peopleIn,
  trackedOf,
  variablesOf,
} from './collect-state.ts';
import { withLazy } from '../data/lazy-property.ts';
import { failedIn } from '../../host/receiver-state.ts';
import { readVictory } from '../../session/ask/victory.ts';
import { gameShown } from '../../session/ask/views-shown.ts';
import { waysToWin } from '../../wording/ways-to-win.ts';
import { Naming, inWords, titleOfKind } from '../../wording/naming.ts';
import { overviewOf } from '../../seat/overview.ts';
import { kindFor, type ModelDescription } from '../../kernel/describe-model.ts';
import type { DisplayData, DisplayPage } from '../data/display-schema.ts';
import { sameValue } from '../../kernel/values.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';

const RECENT_MS = 3 * 24 * 3_600_000;

/** Values that changed in the last few days, each with its value before. */
export function recentOf(ledger: readonly LedgerLine[], now: string): SiteData['recent'] {
  const since = Date.parse(now) - RECENT_MS;
  const found = new Map<string, { readonly before: unknown; readonly after: unknown; readonly at: string }>();
  // The last lines are not always the latest: the clock may have been put back.
  for (const { at, changes } of ledger.filter((line) => Date.parse(line.at) >= since).reverse()) {
    for (const { path, before, after } of [...changes].reverse()) {
      const key = path.join('.');
      const last = found.get(key) ?? { after, at };
      found.set(key, { before, after: last.after, at: last.at });
    }
  }
  // A value that returned to what it was has not changed for a reader.
  const changed = [...found].filter(([, { before, after }]) => !sameValue(before ?? null, after ?? null));
  return Object.fromEntries(changed.map(([key, { before, at }]) => [key, { before, at }]));
}

export interface CollectOptions {
  readonly now: string;
  /** The game at the start of its dynasty, if that is kept. */
  readonly first?: ContentFiles | null;
  /** True to show it as of the last record. */
  readonly still?: boolean;
  /** True for a dynasty that has ended: nothing is pending, and pages have no headline figures. */
  readonly over?: boolean;
  /** The pack's display settings, if any. */
  readonly display?: DisplayFile;
  /** The group's own style and pages. */
  readonly ownStyle?: StyleFiles;
  /** HTML kept from an earlier build. */
  readonly rendered?: RenderedCache;
  /** The public key of an embedded game’s receiver, used until one is published. */
  readonly receiver?: string | null;
  /** The library and the engine's version, to run the library's scenarios. */
  readonly trials?: Pick<ScenarioSource, 'library' | 'engine' | 'run'>;
  /** Returns everything that is shown of past dynasties, given the ids of the game’s own posts. */
  readonly past?: (own: ReadonlySet<string>) => PastShown;
  /** The record of notices sent to receivers elsewhere. */
  readonly notified?: string | null;
  /** False if the page for the Admins gets its tasks when it is requested. */
  readonly overview?: boolean;
  /** False if maps that are not drawn yet are left out. */
  readonly draws?: boolean;
  /** Looks up the trial of a matter by key. */
  readonly trialOf?: PostsSource['trialOf'];
  readonly outsideRules?: PostsSource['outsideRules'];
}

const UNPICTURED = { pictures: {}, drawn: true };

export async function collectSite(
  game: GameShown,
  {
    now,
    display,
    ownStyle = { css: undefined, pages: [], languages: [] },
    still = false,
    over = false,
    rendered = new RenderedCache(),
    past: pastGiven = () => NO_PAST,
    trials,
    receiver = null,
    first = null,
    notified: sent = null,
    overview = true,
    draws = true,
    trialOf = null,
    outsideRules = () => [],
  }: CollectOptions,
): Promise<{ site: SiteData; problems: readonly string[] }> {
  const { read, model, state, manifest, open, files, terms, wording } = game;
  // Pending matters are described just as in `gitnomic status --json`.
  const asked = over || open === null ? null : readStatus({ open, name: read.game.name }, now, { state });
  const status = asked ?? AT_ITS_END;
  const shown = collectStyle(display, { ownStyle, over: over ? game.wording.language : null }, rendered);
  await turn();
  const own = rulesetHistory(files, manifest.rules, state.posts, game.ledger, terms);
  const past = pastGiven(new Set(Object.keys(state.posts)));
  const changes = [...past.changes, ...own];
  // Other threads, if any, run these while this one collects the rest.
  const tried = awaitedLater(scenariosOf(game, trials, rendered));
  const promises = promisesInForce(over ? null : trialOf, game);
  const ofRules = { ...game, rules: manifest.rules, changes, rendered, memo: game.caches };
  const site: Omit<SiteData, 'api'> = {
    ...headOf(game, { now, still }, status),
    people: peopleIn(game, past.people, now),
    moderation: over ? [] : sayModeration(read.facts.moderation, (id) => nameInRoster(state, id)),
    playerColumns: columnsOf(model, model.fields['player']),
    gameValues: gameValuesOf(model, open === null ? state.game : gameShown(open.play, state, now)),
    collections: await inItsTurn(() => collectionsOf(game)),
    sections: sectionsOf(manifest.rules, wording),
    rules: await inItsTurn(() => rulesData({ ...ofRules, tracked: trackedOf(model), asked: promises })),
    posts: await postsOf(game, { rendered, queue: status.queue, now, trialOf, outsideRules }),
    first: first && withLazy({}, 'rules', () => firstRuleset(first, game, rendered)),
    ledger: await inItsTurn(() => ledgerOf(game)),
    ...(await collectForms(game, now, over)),
    display: withoutDead(shown.display, model),
    overview:
      asked === null || open === null || !overview ? null : overviewOf(open.play, asked, failedIn(sent)),
    ...(await inItsTurn(() => pastOf(game, { changes, past: past.dynasties, now, rendered }))),
    past: NO_PAST.record,
    submissions: await inItsTurn(() => submissionForms(game, now)),
    receiver: read.facts.keys.at(-1)?.recipient ?? receiver,
    ...UNPICTURED,
    recent: recentOf(game.ledger, now),
    maps: await mapsOf(game, shown.display, now, { rendered, isQuick: !draws }),
    scenarios: await tried,
  };
  const made = await finished(game, { ...site, waysIn: over ? [] : waysIn(model) }, past, asked);
  return { site: made, problems: [...game.wrong, ...shown.problems, ...(over ? [] : shown.dead(made))] };
}

/** A page goes with the rules that have what it shows, and takes the pages under it along. */
export function withoutDead(
  display: DisplayData,
  { collections, fields, views }: Pick<ModelDescription, 'collections' | 'fields' | 'views'>,
): DisplayData {
  const known: Readonly<Record<string, object | undefined>> = {
    players: fields['player'],
    game: fields['game'],
  };
  const isAlive = ({ kit, of, under, fields: shown }: DisplayPage): boolean => {
    if (under !== null) return !display.pages.some((page) => page.id === under && !isAlive(page));
    const has = known[of];
    if (has === undefined) return (kit === 'text' && of === '') || collections[of] !== undefined;
    return shown.length === 0 || shown.some((field) => field in has || views[field] !== undefined);
  };
  return { ...display, pages: display.pages.filter(isAlive) };
}

/** Postpones the handling of a failed promise until it is awaited. */
function awaitedLater<T>(made: Promise<T>): Promise<T> {
  made.catch(() => undefined);
  return made;
}

/** The data as everybody may see it, with the posts of past dynasties and what programs read. */
async function finished(
  game: GameShown,
  site: Omit<SiteData, 'api'>,
  past: PastShown,
  asked: Status | null,
): Promise<SiteData> {
  await turn();
  // Programs get the changes of rules as pages do.
  const shownSafely = harmless({ ...site, changeLog: harmlessLog(site.changeLog, past) });
  game.close();
  // Texts about past dynasties come from their own pages, and are sanitised already.
  const whole = {
    ...shownSafely,
    past: past.record,
    posts: withArchived(shownSafely.posts, past.posts),
  };
  await turn();
  return { ...whole, api: asked === null ? null : harmless(publicDataOf(game, whole, asked)) };
}

/** In a long game nearly all changes are those of past dynasties. */
function harmlessLog(
  log: SiteData['changeLog'],
  { areHarmless, changes: { length } }: PastShown,
): typeof log {
  const count = areHarmless ? length : 0;
  const [past, own] = [log.changes.slice(0, count), log.changes.slice(count)];
  return knownHarmless({ ...harmless({ ...log, changes: [] }), changes: [...past, ...harmless(own)] });
}

/** Pages that somebody asks for meanwhile are made between two parts. */
async function inItsTurn<T>(make: () => T): Promise<T> {
  await turn();
  return make();
}

type Summary = Pick<Status, 'figures' | 'queue' | 'coming' | 'failing' | 'roster'>;

/** Nothing is decided any longer, so the rules aren't asked, which would go through everybody who ever played. */
const AT_ITS_END: Summary = { figures: [], queue: [], coming: [], failing: [], roster: [] };

/** The head of the data, without the parts that the page renderer fills in. */
function headOf(
  { read, state, terms, model, manifest, ledger, wording, open, caches }: GameShown,
  { now, still }: { readonly now: string; readonly still: boolean },
  status: Summary,
) {
  const sayWhy = (isPlain: boolean): string | null => {
    const isOver = status === AT_ITS_END || open === null;
    const refusal = isOver ? null : whyNobodyProposes(open.play, now, isPlain);
    return refusal === null ? null : asSentence(describeRefusal(refusal, wording));
  };
  const unproposed = sayWhy(true);
  return {
    game: { name: read.game.name, terms: termsKnown(terms, model) },
    builtAt: now,
    base: '/',
    origin: '',
    home: null,
    live: false,
    beside: [],
    still,
    dynasty: dynastyOf(state, ledger),
    goal: goalOf({ manifest, model, terms, caches }),
    victory: status === AT_ITS_END || open === null ? null : readVictory(open.play, now, open.play.ledger),
    // If a plain proposal can be made, something can be proposed.
    closed: unproposed === null ? null : sayWhy(false),
    unproposed,
    has: Object.fromEntries(status.roster.map(({ id, has }) => [id, sayHas(has)])),
    figures: status.figures,
    votes: model.ballot.votes,
    failing: status.failing.map((one) => recordedIn(wording.language, one)),
    coming: status.coming.map(({ at, title }) => ({ at, title })),
  };
}

/** Rules that know no dynasties need not be about winning at all. */
function goalOf({
  caches,
  ...game
}: Pick<GameShown, 'manifest' | 'model' | 'terms' | 'caches'>): SiteData['goal'] {
  const ways = waysToWin(game, caches);
  const kind = kindFor(game.model, 'win');
  if (ways.length === 0 && !knowDynasties(game.model)) return null;
  return { ways, claim: kind === null ? null : { kind, title: titleOfKind(game.model, kind) } };
}

/** A game that came from no library has no scenarios to run. */
async function scenariosOf(
  { read, manifest, files, model, terms, wording }: GameShown,
  trials: CollectOptions['trials'],
  rendered: RenderedCache,
): Promise<SiteData['scenarios']> {
  const { core, pack = null } = read.game;
  if (trials === undefined) return [];
  const source = { ...trials, pack, rules: manifest.rules, files, model };
  const own = await collectOwnScenarios({ ...source, terms, wording }, rendered);
  return core === undefined ? own : [...own, ...(await collectScenarios({ ...source, core }, rendered))];
}

function pastOf(
  { read, state, ledger, manifest, files, terms, model, wording }: GameShown,
  given: Pick<RecordSource, 'changes' | 'past' | 'now' | 'rendered'>,
): Pick<SiteData, 'record' | 'changeLog'> {
  const { rules } = manifest;
  const naming = new Naming({ model, state, wording, terms });
  const variables = variablesOf(model);
  const titles = rules.map(({ path, number, title }) => ({ rule: path, title: `${number} ${title}` }));
  return {
    record: collectRecord({
      ...given,
      variables,
      ledger,
      state,
      dice: diceSourceOf(read.game),
      rules,
      naming,
    }),
    changeLog: changeLog(currentBodies(files, terms), titles, given.changes),
  };
}

function diceSourceOf(game: unknown): { readonly source: string; readonly hash?: string } {
  const dice = (game as { readonly dice?: { readonly source?: string; readonly hash?: string } }).dice;
  return { source: dice?.source ?? '', ...(dice?.hash === undefined ? {} : { hash: dice.hash }) };
}

export function changeLog(
  now: ReadonlyMap<string, string>,
  titles: readonly { readonly rule: string; readonly title: string }[],
  changes: readonly RuleChange[],
): ChangeLog {
  const first = new Map(now);
  for (const { rule, before } of [...changes].reverse()) {
    if (before === null) first.delete(rule);
    else first.set(rule, before);
  }
  const seen = new Set(titles.map(({ rule }) => rule));
  const gone = [...new Set([...first.keys(), ...changes.map(({ rule }) => rule)])].filter(
    (rule) => !seen.has(rule),
  );
  return {
    order: [...titles, ...gone.map((rule) => ({ rule, title: inWords(rule.split('/').at(-1) ?? rule) }))],
    first: Object.fromEntries(first),
    changes: changes.map(({ at, post, rule, before, after }) => ({
      at,
      post,
      rule,
      splice: after === null ? null : spliceOf(before ?? '', after),
    })),
  };
}

/** `open for 48 hours` and `open for 36 hours` → `[9, 2, '36']` */
function spliceOf(before: string, after: string): readonly [number, number, string] {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [from, before.length - end - from, after.slice(from, after.length - end)];
}

/** The kinds of posts that the rules declare as requests to join. */
function waysIn({ kinds }: ModelDescription): SiteData['waysIn'] {
  return Object.entries(kinds)
    .filter(([, { purpose, engineOnly }]) => purpose === 'join' && !engineOnly)
    .map(([kind, { title }]) => ({ kind, title: title ?? inWords(kind) }));
}
