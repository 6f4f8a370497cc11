import { z } from 'zod';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { openGame, type StoredGameOptions } from '../play/open-game.ts';
import { dynastyFolder } from '../../store/paths.ts';
import type { Over } from '../../store/dynasties/close-dynasty.ts';
import { viewsShown, type ViewsShown } from './views-shown.ts';

/** Views computed by the rules of a finished dynasty. They are stored, so that its pages need neither its rules nor the engine of its day. */
export interface ShownAtEnd {
  readonly model: ModelDescription;
  readonly views: ViewsShown;
}

/** For rules that can't be run any more. */
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

export function showedPath(number: number): string {
  return `${dynastyFolder(number)}shown.json`;
}

/** Computes the views of a dynasty that has just ended, or returns null if its rules can't. Its files hold everything needed to try again. */
export async function shownAtEnd(
  { content, ended }: Over,
  options: Pick<StoredGameOptions, 'patienceMs' | 'caches' | 'runner'> = {},
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

/** Increase it whenever the stored form changes. */
const FORMAT = 2;

export function writeShowed({ model, views }: ShownAtEnd): string {
  return `${JSON.stringify({ format: FORMAT, model, views })}\n`;
}

const parts = z.record(z.string(), z.unknown());
const savedSchema = z.object({
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

/** Null if nothing is stored, or in an unknown format. */
export function readShowed(text: string | undefined): ShownAtEnd | null {
  if (text === undefined) return null;
  try {
    const { data } = savedSchema.safeParse(JSON.parse(text));
    return data === undefined
      ? null
      : { model: data.model as unknown as ModelDescription, views: data.views };
  } catch {
    return null;
  }
}
