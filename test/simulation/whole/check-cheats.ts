import type { ForgeEvent } from '../../../src/forge/events.ts';
import { must } from './invariants.ts';
import type { Tracked } from './legal-values.ts';
import { LOG, type World } from './world.ts';

/** What cheating clauses write down of what they saw: by themselves, so that the engine is asked nothing. */
export function nothingKept(tracked: Tracked): void {
  for (const [name, value] of Object.entries(tracked.get('game') ?? {})) {
    if (/^told\d*$/u.test(name))
      must(value === 'nothing', 'kept', () => `game.${name} is ${JSON.stringify(value)}`);
    if (/^slipped\d*$/u.test(name))
      must(value === 0, 'kept', () => `game.${name} is ${JSON.stringify(value)}`);
  }
}

/** A clause that shows what it does was enacted as words alone, or not at all. */
export function checkCheats(world: World, content: ReadonlyMap<string, string>, head: string | null): void {
  const branch = head === null ? undefined : world.branches.get(head);
  if (branch?.isRefused !== true) return;
  for (const path of Object.keys(branch.changes).filter((one) => one.endsWith('.ts'))) {
    const text = content.get(path.replace(/ts$/u, 'md'));
    must(
      content.get(path) === undefined || /^clause: off$/mu.test(text ?? ''),
      'seen-when-proposed',
      () => `${path} is run: ${content.get(path)}`,
    );
  }
}

type Said =
  | ForgeEvent
  | { readonly type: 'engine-said'; readonly post: string; readonly key: string; readonly text: string };

/** Values whose names alone were swapped stand in the table of what changes, in the last comment on the matter's votes. */
export async function swapsShown(world: World): Promise<void> {
  const swaps = [...world.branches].filter(([, { recipe }]) => recipe.swaps !== undefined);
  if (swaps.length === 0) return;
  const log = new TextDecoder().decode((await world.disk.read(LOG)) ?? new Uint8Array());
  const all = log.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Said] : []));
  for (const [head, { recipe, changes }] of swaps) {
    const [first, second] = valuesIn(Object.values(changes)[0] ?? '');
    if (first === second) continue;
    const opened = all.find((one) => one.type === 'opened' && one.head?.oid === head);
    if (opened?.type !== 'opened') continue;
    const at = all.indexOf(opened);
    const said = all
      .slice(at)
      .find((one) => one.type === 'engine-said' && one.post === opened.post && one.key === 'standing');
    const pushed = all.findIndex(
      (one, index) => index > at && one.type === 'pushed' && one.post === opened.post,
    );
    if (said?.type !== 'engine-said' || (pushed >= 0 && pushed < all.indexOf(said))) continue;
    for (const name of recipe.swaps ?? [])
      must(
        new RegExp(`\\| \\*\\*Official Posts\\*\\*: ${name} \\| [^|]+ \\| [^|]+ \\|`, 'u').test(said.text),
        'shown',
        () => `the comment on ${opened.post} does not say that ${name} changes: ${said.text}`,
      );
  }
}

function valuesIn(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(/\[([^\]]+)\]\(#value:(?:newcomer|first-category)\)/gu)].map(([, said]) => said);
}
