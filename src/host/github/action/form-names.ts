import { inWords } from '../../../decide/naming.ts';
import type { ModelDescription } from '../../../kernel/describe-model.ts';
import { toKebab } from '../../../kernel/names.ts';

/** `games--harbour.1-propose.yml`: GitHub finds no forms in subfolders, and no other form's name has a dot. */
export const formName = (name: string, game: string): string =>
  game === '' ? name : `${game.replaceAll('/', '--')}.${name}`;

/** `Add to the roster: player (join)` */
export function choiceOfAction(
  id: string,
  { title, with: params }: ModelDescription['actions'][string],
): string {
  const wanted = Object.keys(params).map(toKebab);
  return `${title ?? inWords(id)}${wanted.length === 0 ? '' : `: ${wanted.join(', ')}`} (${id})`;
}

export function choiceOfKind(kind: string, title: string | null): string {
  return `${title ?? inWords(kind)} (${kind})`;
}

/** `Words as they are` → `words-as-they-are` */
export function idOfField(label: string): string {
  return toKebab(label.replaceAll(' ', '-').toLowerCase());
}
