import type { ModelDescription } from '../kernel/describe-model.ts';
import type { State } from '../kernel/state.ts';
import { OutOfPatienceError, SandboxError } from '../sandbox/host.ts';
import type { Play } from './play.ts';

/** What rules show in the open of the things that they track: collection → thing → view → value. */
export type ViewsShown = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>;

/** What everybody may see of the things of a collection. */
export function openViewsOf(
  { views }: Pick<ModelDescription, 'views'>,
  collection: string,
): readonly string[] {
  return Object.entries(views)
    .filter(([, view]) => view.of === collection && !view.private)
    .map(([id]) => id);
}

/** Asks for all of it. What fails shows nothing; why is added to `wrong`, by the view. */
export function viewsShown(
  play: Play,
  { things }: Pick<State, 'things'>,
  now: string,
  wrong: Map<string, string>,
): ViewsShown {
  const { collections } = play.model;
  return Object.fromEntries(
    Object.keys(collections).map((collection) => {
      const ids = Object.keys(things[collection] ?? {});
      return [collection, viewsOfThings(play, openViewsOf(play.model, collection), ids, now, wrong)];
    }),
  );
}

/** What some views show of some things. */
export function viewsOfThings(
  play: Play,
  views: readonly string[],
  ids: readonly string[],
  now: string,
  wrong: Map<string, string>,
): ViewsShown[string] {
  const shown = views.map((view) => [view, new OneView(play, view, now, wrong).of(ids)] as const);
  return Object.fromEntries(
    ids.map((id, at) => [id, Object.fromEntries(shown.map(([view, values]) => [view, values[at] ?? null]))]),
  );
}

/** What never comes to an end takes its time each time it is asked. */
const MOST_ENDLESS = 3;

/** Whoever plays writes views: that one fails, and at one thing, takes nothing from the others. */
class OneView {
  readonly #play: Play;
  readonly #view: string;
  readonly #now: string;
  readonly #wrong: Map<string, string>;
  #endless = 0;

  constructor(play: Play, view: string, now: string, wrong: Map<string, string>) {
    this.#play = play;
    this.#view = view;
    this.#now = now;
    this.#wrong = wrong;
  }

  /** All at once, which is quicker; where that fails one by one, to find those at which it does. */
  of(ids: readonly string[]): readonly unknown[] {
    if (ids.length === 0) return [];
    try {
      return this.#ask(ids);
    } catch (error) {
      asError(error);
      return ids.map((id) => this.#ofOne(id));
    }
  }

  #ask(ids: readonly string[]): readonly unknown[] {
    const paths = ids.map((id) => ['views', this.#view, id]);
    return this.#play.query(this.#now, paths).map(({ value }) => value);
  }

  #ofOne(id: string): unknown {
    if (this.#endless >= MOST_ENDLESS) return null;
    try {
      return this.#ask([id])[0];
    } catch (error) {
      const { message } = asError(error);
      if (error instanceof SandboxError || error instanceof OutOfPatienceError) this.#endless += 1;
      if (!this.#wrong.has(this.#view))
        this.#wrong.set(this.#view, `No ${this.#view} of ${id} is shown: ${message}.`);
      return null;
    }
  }
}

function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  throw error;
}
