import type { State } from '../kernel/state.ts';
import { type LedgerLine, readEnding } from '../store/ledger-line.ts';
import type { CommitEffect } from './position/decision.ts';

export function describeCommit(
  { posts }: State,
  added: readonly LedgerLine[],
  pinned: Readonly<Record<string, string>>,
): Pick<CommitEffect, 'message' | 'author' | 'head'> {
  const enacted = added.flatMap(({ what, n, by }) => {
    const ended = readEnding(what);
    const post = ended === null ? undefined : posts[ended.matter];
    return ended === null || post === undefined ? [] : [{ how: ended.how, post, n, by }];
  });
  const lines = added.map(
    ({ n, by, what, refused }) =>
      `Ledger ${n}: ${inLine(`${by}: ${what}`)}${refused === undefined ? '' : ' (refused)'}`,
  );
  const [first] = enacted;
  if (first === undefined) {
    const [line] = added;
    return {
      message: `${inLine(`${line?.by ?? 'engine'}: ${line?.what ?? ''}`)}${line?.refused === undefined ? '' : ' (refused)'}\n\n${lines.join('\n')}\n`,
      author: line?.by ?? null,
      head: null,
    };
  }
  const { how, post } = first;
  const title = `${how === 'enact' ? 'Enact' : 'Fail'} ${post.id}: ${inLine(post.title)}`;
  const head = how === 'enact' ? (pinned[post.id] ?? null) : null;
  return {
    message: `${title}\n\n${lines.join('\n')}\n`,
    author: how === 'enact' ? post.author : null,
    head,
  };
}

/** Texts are defused when they are written to Git. This only keeps a player's line from becoming two. */
function inLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
