// Matters from the vote to their end, and what is in their way, as somebody types it in a game in memory.
import { expect, test } from 'vitest';

import { LIGHTS } from './fixtures/games.ts';
import { writeSentElsewhere } from '../../src/tick/deliver.ts';
import { Typed } from '../../src/cli/commands/fixtures/typed.ts';

const golden = (name: string): string => `./__golden__/${name}.txt`;

test('matters that are voted on, clash, stall and end', async () => {
  const typed = await Typed.in(LIGHTS);
  const failing = { since: '2024-02-29T08:00:00Z', why: 'nobody answers', until: '2024-03-09T08:00:00Z' };
  const receiver = { post: 0, line: 0, closing: [], at: '2024-02-28T08:00:00Z', sent: [], failing };
  await writeSentElsewhere(typed.game.forge, JSON.stringify({ harbour: receiver }), typed.game.now());
  await expect(
    await typed.transcript(
      'post join-request "May I?" --as zed',
      'status --as ana',
      'status --as bo',
      'show 1',
      'show 2',
      'show 3',
      'diff 1 --json',
      'diff 3',
      'why 1',
      'why 2',
      'why tale',
      'admin overview',
      'resolve 2',
      'resolve 2 --json',
      'resolve 2 enacted --as ana',
      'resolve 2 --take proposed --as bo',
      'resolve 2 --take in-force --as ana --json',
      'resolve 2',
      'vote FOR #3 --as ana --text "Well, yes."',
      'vote for 1 --as ana',
      'vote for 9 --as ana',
      'vote 3 4 for --as ana',
      'vote "A tale" for --as ana',
      'vote "1!" 3 --as ana',
      'vote for lights --as ana',
      'vote xyz 4 --as ana',
      'status --as dee',
      'can --as dee',
      'tick --dry-run',
      'act dark --as bo',
      'vote for 4 --as bo',
      'vote for 4 --as bert --json',
      'admin overview --json',
      'tick --forward 20m --json',
      'status --as dee',
      'why 4',
      'why 3',
      'show 3',
      'diff 3',
      'resolve 4 enacted --as ana',
      'resolve 4 FAIL --as ana',
      'resolve 4 failed --as ana --json',
      'tick --forward 2d2h',
      'status',
      'admin overview',
      'admin overview --json',
      'log --last 3',
      'doctor recover --moments',
      'act win --as bert',
      'status',
      'act win --as ana',
      'status',
    ),
  ).toMatchFileSnapshot(golden('matters'));
});
