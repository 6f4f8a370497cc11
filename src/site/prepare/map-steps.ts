import { setImmediate as turn } from 'node:timers/promises';
import type { Play } from '../../session/play/play.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import { viewsOfThings } from '../../session/ask/views-shown.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { State } from '../../kernel/state.ts';
import { isPlainObject } from '../../kernel/values.ts';
import type { MapCell, MapData, MapStep, MapMark } from '../data/record-data.ts';
import type { DisplayData, DisplayPage, DisplayMark } from '../data/display-schema.ts';
import { type GameShown, showUntilWhole } from './game-shown.ts';
import { RenderedCache } from './rendered-cache.ts';
import { labelOf } from '../../wording/naming.ts';
import type { RuleEntry } from '../../kernel/manifest.ts';
import type { Caches } from '../../cache/caches.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readLibrary } from '../../store/library.ts';
import { collectStyle } from './collect-style.ts';
import { findDisplay, ownStyleIn } from './find-display.ts';

/** The number of steps that are kept, latest first. */
const MOST_STEPS = 400;

/**
 * The history of each map of the game, found by undoing the ledger and asking the rules in force about each state. This
 * leaves the rules with an old state, so the game must be loaded again to ask them more.
 */
export async function mapsOf(
  game: GameShown,
  display: DisplayData,
  now: string,
  { rendered, isQuick }: { readonly rendered: RenderedCache; readonly isQuick: boolean },
): Promise<Readonly<Record<string, MapData>>> {
  const { model } = game;
  const maps = display.pages.filter(
    (page) => page.kit === 'grid' && model.collections[page.of] !== undefined,
  );
  const found: [string, MapData][] = [];
  for (const page of maps) {
    const key = keyOf(game, page);
    const cached = rendered.known(key);
    // Its steps take a minute, so they are postponed while somebody waits for a page.
    if (cached === undefined && isQuick) {
      found.push([page.id, { ...mapNow(game, page), isOnlyNow: true }]);
      continue;
    }
    const made = cached ?? JSON.stringify(await mapOf(game, page, now));
    found.push([page.id, JSON.parse(rendered.get(key, () => made)) as MapData]);
  }
  return Object.fromEntries(found);
}

/** The inputs that determine the steps of a map. Going through them is slow, and most builds change none. */
function keyOf(
  { ledger, files, state: { things, players } }: GameShown,
  page: DisplayPage,
): readonly string[] {
  const places = Object.keys(things[page.of] ?? {});
  const lines = ledger.filter((line) => places.some((id) => mentions(line, page.of, id)));
  const called = Object.entries(players).map(([id, { name }]) => [id, name]);
  const rules = [...files].flat();
  return ['map from nothing on', JSON.stringify([page, things[page.of], lines, called]), ...rules];
}

async function mapOf(game: GameShown, page: DisplayPage, now: string): Promise<MapData> {
  const { ledger, state: full } = game;
  const drawn = mapNow(game, page);
  const shown: Record<string, MapCell> = { ...drawn.first };
  const places = new Set(Object.keys(shown));
  const readCells = cellReaderOf(game.model, page, now);
  let play: Play | null = null;
  // Posts are most of a state, and maps don't depend on them.
  const state = structuredClone({ ...full, posts: {}, taken: {}, submissions: {} });
  const steps: MapStep[] = [];
  for (const line of [...ledger].reverse()) {
    // The map did not exist before its rule.
    if (steps.length >= MOST_STEPS || begins(line, page.of)) break;
    undo(state, line);
    const touched = [...places].filter((id) => mentions(line, page.of, id));
    if (touched.length === 0) continue;
    // Pages that somebody asks for meanwhile are made between two steps.
    await turn();
    play ??= await game.inPlay();
    if (play === null) break;
    const before = readCells(play, state, touched);
    const cells = Object.fromEntries(
      touched.flatMap((id): [string, MapCell][] => {
        const [was, is] = [before[id] ?? NOTHING, shown[id] ?? NOTHING];
        return JSON.stringify(was) === JSON.stringify(is) ? [] : [[id, is]];
      }),
    );
    for (const id of touched) shown[id] = before[id] ?? NOTHING;
    if (Object.keys(cells).length > 0)
      steps.push({ n: line.n, at: line.at, by: line.by, what: line.what, cells });
  }
  return { ...drawn, first: shown, steps: steps.reverse() };
}

/** Listing the places has already computed their views. */
function mapNow({ state, views, manifest }: GameShown, page: DisplayPage): MapData {
  const around = { ...state, rules: manifest.rules };
  const things = Object.entries(state.things[page.of] ?? {});
  const first = Object.fromEntries(
    things.map(([id, values]) => [id, cellOf(id, page, { ...values, ...views[page.of]?.[id] }, around)]),
  );
  return { first, steps: [], legend: legendOf(manifest.rules) };
}

/** True if a line created a whole collection, because its rule came into force. */
function begins({ changes }: LedgerLine, collection: string): boolean {
  return changes.some(({ path }) => path.length === 2 && path[0] === 'things' && path[1] === collection);
}

const NOTHING: MapCell = ['', '', [], ''];

/** True if a line changed a place, or something that refers to it: its inhabitants, or things on their way there. */
function mentions({ changes }: LedgerLine, collection: string, id: string): boolean {
  return changes.some(({ path, before, after }) =>
    path[0] === 'things' && path[1] === collection
      ? path[2] === id
      : path[0] !== 'posts' && (names(before, id) || names(after, id)),
  );
}

function names(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return value === id;
  return Object.values(value).some((one) => names(one, id));
}

const SHOWN = /^(players|things|game|dynasty|emperor)$/;

function undo(state: State, { changes }: LedgerLine): void {
  for (const { path, before } of [...changes].reverse()) {
    if (!SHOWN.test(path[0] ?? '')) continue;
    let place: Record<string, unknown> | undefined = state as unknown as Record<string, unknown>;
    for (const step of path.slice(0, -1)) place = isPlainObject(place?.[step]) ? place[step] : undefined;
    const last = path.at(-1) ?? '';
    if (place === undefined) continue;
    // Whole people and things did not exist before if the earlier value was empty.
    const whole = path[0] === 'things' ? path.length <= 3 : path.length === 2 && path[0] !== 'game';
    if (before === undefined || (before === null && whole)) delete place[last];
    else place[last] = before;
  }
}

type CellReader = (play: Play, state: State, ids: readonly string[]) => Readonly<Record<string, MapCell>>;

function cellReaderOf(model: ModelDescription, page: DisplayPage, now: string): CellReader {
  const asked = viewsOf(page, model);
  return (play, state, ids) => {
    play.sandbox.load(state);
    const things = state.things[page.of] ?? {};
    const there = ids.filter((id) => things[id] !== undefined);
    const around = { ...state, rules: play.manifest.rules };
    // Failures in the past show nothing; present ones have been reported.
    const views = viewsOfThings(play, asked, there, now, new Map());
    return Object.fromEntries(
      there.map((id) => [id, cellOf(id, page, { ...things[id], ...views[id] }, around)]),
    );
  };
}

type Values = Readonly<Record<string, unknown>>;

export interface Around extends Pick<State, 'game' | 'players' | 'things'> {
  readonly rules: readonly Pick<RuleEntry, 'path' | 'values'>[];
}

const COLOUR = /^#[0-9a-fA-F]{6}$/;

/** The meanings of a map's colours, by the rules that give them: a row of a table, or the title of a rule with such a value. */
export function legendOf(
  rules: readonly Pick<RuleEntry, 'title' | 'values' | 'tables'>[],
): readonly (readonly [colour: string, meaning: string])[] {
  const keyed = (text: string): string => text.slice(1).toLowerCase();
  return rules.flatMap(({ title, values, tables }) => [
    ...Object.values(tables).flatMap(({ rows }) =>
      rows.flatMap((row): [string, string][] => {
        const [colour, name] = [
          row.find(({ text }) => COLOUR.test(text)),
          row.find(({ text }) => !COLOUR.test(text)),
        ];
        return colour === undefined || name === undefined ? [] : [[keyed(colour.text), name.text]];
      }),
    ),
    ...Object.values(values).flatMap(({ text }): [string, string][] =>
      COLOUR.test(text) ? [[keyed(text), title]] : [],
    ),
  ]);
}

/** The views of places that a map shows. */
export function viewsOf(page: DisplayPage, { views }: Pick<ModelDescription, 'views'>): readonly string[] {
  const shown = [
    page.background,
    page.label,
    page.open,
    page.closed?.field,
    ...page.marks.map(({ field }) => field),
  ];
  return shown.filter(
    (id): id is string => typeof id === 'string' && views[id]?.of === page.of && !views[id].private,
  );
}

export function cellOf(id: string, page: DisplayPage, known: Values, around: Around): MapCell {
  const colour = page.background === null ? null : known[page.background];
  const shade = typeof colour === 'string' && COLOUR.test(colour) ? colour.slice(1).toLowerCase() : '';
  if (page.open !== null && known[page.open] !== true) return [shade, '', [], ''];
  const label = page.label === null ? (known['name'] ?? '') : known[page.label];
  return [
    shade,
    typeof label === 'string' && label !== id ? label : '',
    page.marks.flatMap((mark) => markOf(id, mark, known, around)),
    closedSides(page, known),
  ];
}

function markOf(id: string, mark: DisplayMark, known: Values, around: Around): readonly MapMark[] {
  const { sign, title } = mark;
  if (mark.rule !== null) {
    const value = around.rules.find(({ path }) => path === mark.rule)?.values[mark.value ?? ''];
    return value?.text === id ? [[sign, title, '']] : [];
  }
  if (mark.of === 'game') return around.game[mark.at ?? ''] === id ? [[sign, title, '']] : [];
  if (mark.of !== null) {
    const there = mark.of === 'players' ? around.players : (around.things[mark.of] ?? {});
    const names = Object.entries(there)
      .filter(([, values]) => values[mark.at ?? ''] === id)
      .map(([one, values]) => labelOf(one, values));
    return names.length === 0 ? [] : [[sign, title, names.join(', ')]];
  }
  const value = known[mark.field ?? ''];
  if (value === true) return [[sign, title, '']];
  const texts = (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
    if ((typeof one !== 'string' && typeof one !== 'number') || one === '' || one === 'none') return [];
    return [labelOf(String(one), around.players[one])];
  });
  return texts.length === 0 ? [] : [[sign, title, texts.join(', ')]];
}

const SIDES = { north: 'n', east: 'e', south: 's', west: 'w' } as const;

/** Sides that block movement: `nw`. */
function closedSides({ closed }: DisplayPage, known: Values): string {
  if (closed === null) return '';
  const value = known[closed.field];
  const held = Array.isArray(value) ? value : [];
  return Object.entries(SIDES)
    .filter(([side]) => held.includes(closed[side as keyof typeof SIDES]))
    .map(([, letter]) => letter)
    .join('');
}

export interface DrawnMaps {
  /** By the ids of their pages. */
  readonly maps: Readonly<Record<string, MapData>>;
  /** The results for the caller's cache, by the hashes of their inputs. */
  readonly made: readonly (readonly [hash: string, html: string])[];
}

/** Draws the maps of the running game, which takes seconds to minutes: the rules are asked about hundreds of its states. */
export async function drawMaps(current: ContentFiles, now: string, caches: Caches): Promise<DrawnMaps> {
  const library = caches.once(caches, 'library', readLibrary);
  const made = new Map<string, string>();
  const rendered = new RenderedCache({
    get: (_kind, _name, hash) => made.get(hash),
    set: (_kind, _name, hash, html) => void made.set(hash, html as string),
  });
  const sources = { ownStyle: ownStyleIn(current), over: null };
  const { display } = collectStyle(findDisplay(current, library) ?? undefined, sources, rendered);
  const maps = await showUntilWhole(current, now, { caches }, async (game) => {
    const drawn = await mapsOf(game, display, now, { rendered, isQuick: false });
    game.close();
    return drawn;
  });
  return { maps, made: [...made] };
}
