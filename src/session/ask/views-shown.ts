import { turn } from '#platform/turns.ts';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { State } from '../../kernel/state.ts';
import { SandboxError, SandboxLostError, sayPlace } from '../../sandbox/host.ts';
import { CallGuard } from './call-guard.ts';
import type { Play } from '../play/play.ts';

/** Public views of tracked things: collection → thing → view → value. */
export type ViewsShown = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>;

export function openViewsOf(
  { views }: Pick<ModelDescription, 'views'>,
  collection: string,
): readonly string[] {
  return Object.entries(views)
    .filter(([, view]) => view.of === collection && !view.private)
    .map(([id]) => id);
}

/** The game's values. Before the first turn is taken no mover is stored, but the rules may say who comes first. */
export function gameShown(play: Play, { game }: Pick<State, 'game'>, now: string): State['game'] {
  const { type } = play.model.fields['game']?.['mover'] ?? {};
  const isStored = type?.kind !== 'optional' || game['mover'] !== type.none;
  if (isStored || !openViewsOf(play.model, 'game').includes('moving')) return game;
  const { moving } = viewsOfThings(play, ['moving'], ['game'], now, new Map())['game'] ?? {};
  return { ...game, mover: moving ?? type.none };
}

/** Asks for all views and yields in between. A failing view shows nothing and is explained in `wrong`. */
export async function viewsShown(
  play: Play,
  { things }: Pick<State, 'things'>,
  now: string,
  wrong: Map<string, string>,
): Promise<ViewsShown> {
  const found: [collection: string, shown: ViewsShown[string]][] = [];
  for (const collection of Object.keys(play.model.collections)) {
    const ids = Object.keys(things[collection] ?? {});
    const shown: (readonly [view: string, values: readonly unknown[]])[] = [];
    for (const view of openViewsOf(play.model, collection)) {
      shown.push([view, new OneView(play, view, now, wrong).of(ids)]);
      await turn();
    }
    found.push([collection, byThing(ids, shown)]);
  }
  return Object.fromEntries(found);
}

export function viewsOfThings(
  play: Play,
  views: readonly string[],
  ids: readonly string[],
  now: string,
  wrong: Map<string, string>,
): ViewsShown[string] {
  return byThing(
    ids,
    views.map((view) => [view, new OneView(play, view, now, wrong).of(ids)] as const),
  );
}

/** Interrupts that one view may take when all are tried. */
const MOST_POLLS = 300;

/** The public views that fail as the game stands, with a sentence about each. */
export function failingViews(play: Play, now: string): ReadonlyMap<string, string> {
  const { players, things } = play.state();
  const wrong = new Map<string, string>();
  for (const [id, { of, private: isPrivate }] of Object.entries(play.model.views)) {
    if (isPrivate) continue;
    const all = of === 'game' ? { game: {} } : of === 'player' ? players : things[of];
    const ask = () => viewsOfThings(play, [id], Object.keys(all ?? {}), now, wrong);
    play.caches.sandboxes.work.within(MOST_POLLS, ask);
  }
  return wrong;
}

function byThing(
  ids: readonly string[],
  shown: readonly (readonly [view: string, values: readonly unknown[]])[],
): ViewsShown[string] {
  return Object.fromEntries(
    ids.map((id, at) => [id, Object.fromEntries(shown.map(([view, values]) => [view, values[at] ?? null]))]),
  );
}

/** How many things one question covers. */
const BATCH = 100;

function batchesOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, at) =>
    all.slice(at * BATCH, (at + 1) * BATCH),
  );
}

/** Players write views, so a failure of one view, or at one thing, must not affect others. */
class OneView {
  readonly #play: Play;
  readonly #view: string;
  readonly #now: string;
  readonly #wrong: Map<string, string>;
  readonly #guard: CallGuard;

  constructor(play: Play, view: string, now: string, wrong: Map<string, string>) {
    this.#play = play;
    this.#view = view;
    this.#now = now;
    this.#wrong = wrong;
    this.#guard = new CallGuard(play);
  }

  /** Asks for all at once, which is quicker, and one by one only if that fails. */
  of(ids: readonly string[]): readonly unknown[] {
    if (ids.length === 0) return [];
    if (this.#play.sandbox.dead || this.#guard.isAsked(['views', this.#view])) {
      // If the sandbox is used up, the caller asks again in another.
      if (!this.#play.sandbox.dead)
        this.#tell(
          `${this.#view} is not shown: the rules don’t finish computing it, or something before it.`,
        );
      return ids.map(() => null);
    }
    try {
      return this.#ask(ids);
    } catch (error) {
      const { message } = asError(error);
      if (error instanceof SandboxLostError || this.#play.sandbox.dead) {
        this.#guard.add(['views', this.#view]);
        this.#tell(`${this.#view} is not shown: ${message}.`);
        return ids.map(() => null);
      }
      // Limits the time for asking one by one.
      const until = performance.now() + this.#play.caches.sandboxes.work.displayMs;
      return ids.map((id) => this.#ofOne(id, until));
    }
  }

  #tell(what: string): void {
    if (!this.#wrong.has(this.#view)) this.#wrong.set(this.#view, what);
  }

  #ask(ids: readonly string[]): readonly unknown[] {
    const paths = ids.map((id) => ['views', this.#view, id]);
    return batchesOf(paths).flatMap((some) =>
      this.#play.caches.sandboxes.work
        .askForDisplay(() => this.#play.query(this.#now, some))
        .map(({ value }) => value),
    );
  }

  #ofOne(id: string, until: number): unknown {
    if (performance.now() > until) {
      this.#guard.add(['views', this.#view]);
      return null;
    }
    try {
      return this.#ask([id])[0];
    } catch (error) {
      if (this.#play.sandbox.dead) this.#guard.add(['views', this.#view]);
      const { message } = asError(error);
      const where = error instanceof SandboxError && !message.includes(' at ') ? error.where : undefined;
      this.#tell(`${this.#view} of ${id} is not shown: ${message}${sayPlace(where)}.`);
      return null;
    }
  }
}

function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  throw error;
}
