import type { EventOf } from '../../forge/events.ts';
import { BOUNDS, cutTo } from '../../kernel/bounds.ts';
import type { Position } from '../position/position.ts';

const MARKER = /<!-- gitnomic:post (\S+) -->/u;

/** Marks a post that the engine opens for the rules, so that the engine recognises it when the forge reports it. */
export function markOwnPost(id: string, text: string): string {
  // The text may quote players, so their markers are made harmless.
  const marker = `\n\n<!-- gitnomic:post ${encodeURIComponent(id)} -->`;
  return `${cutTo(text.replaceAll('<!--', '&lt;!--'), BOUNDS.forgeText.written - marker.length)}${marker}`;
}

/** Links the forge's post to the post of the rules that its marker names. */
export function linkOwnPost(posts: Position['posts'], { post, text }: EventOf<'opened'>): void {
  const id = MARKER.exec(text)?.[1];
  if (id !== undefined) posts.link(post, decodeURIComponent(id));
}
