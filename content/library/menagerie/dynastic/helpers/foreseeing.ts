import type { Game } from 'gitnomic/rules';
import { meansOf } from './forces.ts';
import { readList } from './lists.ts';
import { ask, type Owner } from './owners.ts';
import './questions.ts';

/**
 * What a list would come to on a battlefield, slot by slot and line by line, before it is given to anybody; a list
 * that would not be valid is refused. What the enemy will do is not known: tactics that look at them have no effect here.
 */
export function foresee(
  game: Game,
  owner: Owner,
  { battlefield, list }: { readonly battlefield: string; readonly list: unknown },
): readonly string[] {
  const { means, underling } = meansOf(game, owner);
  const read = readList(list, means);
  if ('problem' in read) return game.refuse('list', read.problem);
  const own = { commander: owner.id, owner, elements: read.elements, underling };
  return ask(game, 'foreseen', { own, battlefield }, []).map((told, at) => `${at + 1}. ${told}`);
}

/** What was written as JSON, or a refusal. */
export function readJson(game: Game, written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return game.refuse(`this is no list: ${written}`);
  }
}
