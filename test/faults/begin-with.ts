import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { cy, memoryVault, testGame, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import type { TickOptions } from '../../src/tick/tick.ts';
import { newGameOfSix } from '../../src/store/fixtures/new-game.ts';
import { readGame } from '../../src/store/read-game.ts';

/** A game in which somebody has opened a place to talk. */
export interface GameWith extends TestGame {
  readonly thread: string;
}

/** A game on a forge in memory, with a rule Bomb whose clause this is; it may use what `above` has. */
export async function beginWith(
  clause: string,
  ticking: Partial<TickOptions> = {},
  above = '',
  settings = '',
): Promise<GameWith> {
  const file = (await newGameOfSix({})).get('content/game.yml') ?? '';
  const also = new Map([
    ['content/game.yml', `${file}${settings}`],
    ['content/ruleset/dynastic/bomb.md', '---\ntitle: Bomb\norder: 90\n---\nIt goes off.\n'],
    [
      'content/ruleset/dynastic/bomb.ts',
      `import { action, data, derive, integer, rule } from 'gitnomic/rules';\n${above}\nexport default rule(({ game, dice }) => (${clause}));\n`,
    ],
  ]);
  const game = await testGame({}, also, ticking);
  const thread = await game.table.open(cy, { kind: 'story', title: 'Here', text: '' });
  await game.tick();
  return Object.assign(game, { thread });
}

export async function pipsOf(game: TestGame): Promise<number> {
  return Number(readGame(await game.content()).state?.players['bo']?.['pips']);
}

/** The game is played again, in the sandbox. */
export function replayOf({ forge, content, mainTip, now }: TestGame): ReturnType<typeof replay> {
  const pictures = { all: () => ({}), keep: () => '' };
  return replay({ forge, content, main: mainTip, now: () => now, vault: memoryVault(), pictures, caches });
}
