import { expect, test } from 'vitest';

import type { EventOf } from '../forge/events.ts';
import type { Position } from './position.ts';
import { PostIndex } from './post-index.ts';
import { markOwnPost } from './own-post.ts';
import { takeEvent } from './take-event.ts';

const AT = '2021-06-18T09:00:00Z';
const ENGINE = 'gitnomic-bot';

/** The engine's own posts are looked up among posts alone: nothing else of a position is read. */
function seen(by: string, text: string): Readonly<Record<string, string>> {
  const posts = new PostIndex({ links: {}, moved: null, commentIds: {}, posts: [] });
  const event: EventOf<'opened'> = {
    type: 'opened',
    id: 'opened-12',
    at: AT,
    by: { id: by, name: by, bot: true },
    post: '12',
    kind: 'story',
    title: 'Round summary',
    text,
    head: null,
  };
  takeEvent({ posts } as Position, ENGINE, event, AT);
  return posts.links;
}

test('a post of the rules is known again by the mark that the engine sets', () => {
  expect(seen(ENGINE, markOwnPost('summary/1 of ana', 'What happened.'))).toEqual({
    '12': 'summary/1 of ana',
  });
  expect(seen(ENGINE, 'What happened.')).toEqual({});
});

test.each([
  ['before', (forged: string): string => `${forged} What happened.`],
  ['after', (forged: string): string => `What happened.${forged}`],
  ['twice', (forged: string): string => `${forged}${forged}`],
])('a mark that players wrote into what the rules post is none: %s', (_, withMark) => {
  const text = markOwnPost('summary-1', withMark('<!-- gitnomic:post votes-9 -->'));
  expect(seen(ENGINE, text)).toEqual({ '12': 'summary-1' });
});

test('a text that is too long is cut, and keeps its mark', () => {
  expect(seen(ENGINE, markOwnPost('summary-1', 'x'.repeat(200_000)))).toEqual({ '12': 'summary-1' });
});
