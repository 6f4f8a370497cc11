import { z } from 'zod';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { openGame, type StoredGameOptions } from '../open-game.ts';
import { dynastyFolder, type ContentFiles } from '../paths.ts';
import { viewsShown, type ViewsShown } from '../../play/views-shown.ts';

/**
 * The views that the rules of a past dynasty made of its last state, beside what its files say themselves. Whoever looks at
 * it later need not put them in force for that, whatever engine plays the game by then.
 */
export interface ShownAtEnd {
  readonly model: ModelDescription;
  readonly views: ViewsShown;
}

/** Of rules that nobody can ask any more. */
export const NOTHING_SHOWN: ShownAtEnd = {
  model: {
    fields: {},
    collections: {},
    actions: {},
    views: {},
    hooks: {},
    unheard: [],
    baseHooks: [],
    events: {},
    kinds: {},
    submissions: {},
    times: {},
    ballot: { votes: [], counts: [], states: [] },
  },
  views: {},
};

/** A dynasty that has just ended: its game as it can be opened again, and when that was. */
export interface Over {
  readonly number: number;
  readonly content: ContentFiles;
  readonly ended: string;
}

export function showedPath(number: number): string {
  return `${dynastyFolder(number)}shown.json`;
}

/** Asks the rules of a dynasty that has just ended. Null where they can't answer: its files hold all that is needed to ask again. */
export async function shownAtEnd(
  { content, ended }: Over,
  options: Pick<StoredGameOptions, 'isolated' | 'patienceMs' | 'caches' | 'privacy'> = {},
): Promise<ShownAtEnd | null> {
  try {
    const { play } = await openGame(content, options);
    try {
      return { model: play.model, views: await viewsShown(play, play.state(), ended, new Map()) };
    } finally {
      play.dispose();
    }
  } catch {
    return null;
  }
}

/** Grows when what is kept has another form. */
const FORMAT = 2;

export function writeShowed({ model, views }: ShownAtEnd): string {
  return `${JSON.stringify({ format: FORMAT, model, views })}\n`;
}

const parts = z.record(z.string(), z.unknown());
const kept = z.object({
  format: z.literal(FORMAT),
  model: z.looseObject({
    fields: z.record(z.string(), parts),
    collections: parts,
    actions: parts,
    views: parts,
    kinds: parts,
    submissions: parts,
  }),
  views: z.record(z.string(), z.record(z.string(), parts)),
});

/** Null where nothing is kept, or in a form that this engine does not know. */
export function readShowed(text: string | undefined): ShownAtEnd | null {
  if (text === undefined) return null;
  try {
    const { data } = kept.safeParse(JSON.parse(text));
    return data === undefined
      ? null
      : { model: data.model as unknown as ModelDescription, views: data.views };
  } catch {
    return null;
  }
}
