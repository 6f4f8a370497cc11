import { whim } from '../../content/library/crypt/players/whim.ts';
import { activeIn } from './cast.ts';
import { later } from './times.ts';
import type { Draft, SampleWorld } from './world.ts';

/** Hours after which somebody checks whether a matter can be resolved. */
const LOOKS = [13, 25, 37, 49, 61];
const SPREAD_HOURS = 9;

export interface Vote {
  readonly vote: string;
  readonly words: string;
}

/**
 * Somebody proposes a matter on which all have already agreed, everybody votes, and it is enacted. If it
 * isn't, the sample has a mistake.
 */
export async function decideTogether(
  world: SampleWorld,
  by: string,
  draft: Draft,
  said: Readonly<Record<string, Vote>> = {},
): Promise<string> {
  const opened = world.now;
  const post = await world.open(by, draft);
  await world.tick();
  const voters = activeIn(await world.state())
    .filter((id) => id !== by)
    .map((id) => ({ id, after: 0.5 + SPREAD_HOURS * whim(draft.title, id, 'when') }))
    .sort((a, b) => a.after - b.after);
  for (const { id, after } of voters) {
    world.at(later(opened, after));
    const { vote, words } = said[id] ?? { vote: 'for', words: '' };
    await world.comment(id, post, `${words === '' ? '' : `${words} `}:${vote}:`);
  }
  for (const hours of LOOKS) {
    world.at(later(opened, hours));
    await world.tick(true);
    if ((await world.statusOf(post)) === 'enacted') return post;
  }
  const why = world.chronicle.refusals.slice(-5).map(({ what, why: reason }) => `${what}: ${reason}`);
  throw new Error(`${draft.title} is ${await world.statusOf(post)}, not enacted: ${why.join('; ')}`);
}
