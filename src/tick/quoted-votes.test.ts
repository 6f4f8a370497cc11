import { SMALL } from '../session/fixtures/desk.ts';
import { expect, test } from 'vitest';

import { journalTip } from '../store/journal/journal-head.ts';
import { lineOf } from '../store/journal/line.ts';
import { readJournalLines } from '../store/journal/segments.ts';
import { ana, bo, cy, dee, eli, kernelGame } from './fixtures/embedded-game.ts';

const NIGHT = 'content/ruleset/dynastic/night.md';

test('ignores votes in quotes and code, and a command in a comment', async () => {
  const game = await kernelGame(SMALL);
  const head = await game.branch({ [NIGHT]: '---\ntitle: Night\n---\nIt is night.\n' });
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Night', text: '', head });
  await game.table.comment(bo, post, '> :against:\n\nWhy would you say `:against:`? <!-- :against: -->');
  await game.table.review(cy, post, 'comment', '~~:against:~~ No, wait: :for:');
  await game.table.comment(dee, post, '<!--\n/roll DICE6\n-->\n\n> :veto:\n\n:for:');
  for (const voter of [ana, eli]) await game.table.comment(voter, post, ':for:');
  game.later(13);
  await game.tick();
  expect((await game.content()).get(NIGHT)).toContain('It is night.');
  expect((await game.said(post)).join('\n')).not.toContain('DICE6');
  const tip = await journalTip(game.forge.repository);
  const lines = await readJournalLines(game.forge.repository, tip ?? '');
  expect(lines.filter(({ event }) => event['marked'] === true)).toHaveLength(3);
});

test('a journal line without marked words is the same as before marks were read', () => {
  const said = { id: 'c-1', at: '2021-06-18T09:00:00Z', by: ana, post: '1', comment: '1' } as const;
  const place = { n: 1, prev: '0'.repeat(64), seen: said.at, salt: 'x'.repeat(16) };
  expect(lineOf({ type: 'commented', ...said, text: ':for:\n/roll DICE6' }, place).event).toEqual({
    type: 'commented',
    by: ana,
    post: '1',
    comment: '1',
  });
});
