import type { State } from '../kernel/state.ts';
import { type LedgerLine, readEnding } from '../store/ledger-line.ts';
import type { CommitEffect } from './position/decision.ts';

export function describeCommit(
  { posts }: State,
  added: readonly [LedgerLine, ...LedgerLine[]],
  pinned: Readonly<Record<string, string>>,
): Pick<CommitEffect, 'message' | 'author' | 'head'> {
  const [line] = added;
  const lines = `${added.map((one) => `Ledger ${one.n}: ${sayDone(one)}`).join('\n')}\n`;
  const [first] = added.flatMap(({ what }) => {
    const ended = readEnding(what);
    const post = ended === null ? undefined : posts[ended.matter];
    return ended === null || post === undefined ? [] : [{ how: ended.how, post }];
  });
  if (first === undefined) return { message: `${sayDone(line)}\n\n${lines}`, author: line.by, head: null };
  const { how, post } = first;
  const isEnacted = how === 'enact';
  return {
    message: `${isEnacted ? 'Enact' : 'Fail'} ${post.id}: ${inLine(post.title)}\n\n${lines}`,
    author: isEnacted ? post.author : null,
    head: isEnacted ? (pinned[post.id] ?? null) : null,
  };
}

function sayDone({ by, what, refused }: LedgerLine): string {
  return `${inLine(`${by}: ${what}`)}${refused === undefined ? '' : ' (refused)'}`;
}

/** Texts are defused when they are written to Git. This only keeps a player's line from becoming two. */
function inLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
