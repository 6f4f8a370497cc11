// What a trial says that the moment of passing changes.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { contentOfPosition } from '../tick/current-content.ts';
import type { Changes } from './fixtures/tried-matter.ts';
import { tryMatter } from './try-matter.ts';

const rule = (title: string, body: string): string => `---\ntitle: ${title}\norder: 80\n---\n${body}\n`;
const has = (title: string, whose: string, rows: string): string =>
  rule(title, `It is kept.\n\n| ${whose} has | starts at |\n| --- | --- |\n${rows}`);
const gift = (who: string, gets: string): Changes => ({
  'dynastic/gift.md': rule(
    'Gift',
    `A gift.\n\n| When | who | gets |\n| --- | --- | --- |\n| this rule is adopted | ${who} | ${gets} |`,
  ),
});
const clause = (start: number, more: string): string =>
  `import { action, integer, rule } from 'gitnomic/rules';
export default rule((g) => ({ player: { hush: integer({ start: ${start}, private: true }), odd: integer({ start: ${start}, shown: false }) }, ${more} }));\n`;
const RULES = {
  'dynastic/market.md': has('Market', 'Each player', '| Coins | 10 |\n| Fame | 0 |'),
  'dynastic/price.md': has('Prices', 'The game', '| Price | 3 |'),
  'dynastic/vow.md': rule('Vow', 'Hush.'),
  'dynastic/vow.ts': clause(1, ''),
};

test.each<[what: string, changes: Changes, said: readonly string[]]>([
  ['nothing', { 'dynastic/tea.md': rule('Tea', 'There is tea.') }, []],
  ['the same to all', gift('each player', '14 Coins'), ['ana, bo, cy, dee, eli, fay: Coins 10 → 24']],
  ['the game', gift('the game', '2 Price'), ['Price 3 → 5']],
  [
    'something new',
    { 'dynastic/zeal.md': has('Zeal', 'Each player', '| Zeal | 3 |') },
    ['ana, bo, cy, dee, eli, fay: Zeal 3'],
  ],
  [
    'what falls, and what is sure',
    gift('each player', '1d6 Coins; 2 Fame'),
    ['ana, bo, cy, dee, eli, fay: Fame 0 → 2', 'chance decides what else changes'],
  ],
  [
    'only the start',
    { 'dynastic/market.md': has('Market', 'Each player', '| Coins | 20 |\n| Fame | 0 |') },
    ['only whoever joins later, or starts anew, has Coins 20 to begin with, not 10'],
  ],
  [
    'only the start of what the game has',
    { 'dynastic/price.md': has('Prices', 'The game', '| Price | 4 |') },
    ['Price stays as it is: 4 is only where it would start anew, not 3'],
  ],
  ['what nobody may see', { 'dynastic/vow.ts': clause(2, '') }, []],
  [
    'what no rule keeps any more',
    { 'dynastic/market.md': null, 'dynastic/vow.ts': null },
    ['Coins 10', 'Fame 0'].map((one) => `ana, bo, cy, dee, eli, fay: ${one} → nothing`),
  ],
])('a matter that changes %s', async (_, changes, said) => {
  const { session, now, files } = await sessionWith({
    core: 'fireside',
    dynasty: undefined as never,
    rules: RULES,
    posts: [{ by: 'bo', title: 'Tea', changes }],
  });
  const state = session.position.open.play.state();
  const content = contentOfPosition(session.position, files);
  const trial = await tryMatter(content, state, '1', now, caches, { beforeTheRest: () => false });
  expect([trial.ok, trial.passing ?? []]).toEqual([true, said]);
});
