import { expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { onKernel } from '../../scenario/on-kernel/fixtures/runner.ts';
import { BEGINNING, newGameOfSix } from '../../store/fixtures/new-game.ts';
import { RULESET } from '../../store/paths.ts';
import { NOTHING_SHOWN, readShowed, showedPath, shownAtEnd, writeShowed } from './shown-at-end.ts';

test('what an ended dynasty’s pages show is computed from its folder and reads back the same', async () => {
  const begun = await newGameOfSix({
    ruleset: new Map([
      ['dynastic/score.md', '---\ntitle: Score\norder: 95\n---\nEverybody scores seven.\n'],
      [
        'dynastic/score.ts',
        `import { derive, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  things: { rooms: { fields: { lamps: integer() } } },
  views: { score: derive({ of: 'rooms', returns: integer(), value: (room) => 7 * room.lamps }) },
}));
`,
      ],
    ]),
  });
  const content = new Map(begun).set('content/gamestate/rooms/attic.md', '---\nlamps: 3\n---\n');
  const over = { number: 1, content, ended: BEGINNING };
  const shown = await shownAtEnd(over, { caches, runner: onKernel });
  expect(shown?.model.views).toHaveProperty('score');
  expect(shown?.views['rooms']).toEqual({ attic: { score: 21 } });
  const text = writeShowed(shown ?? NOTHING_SHOWN);
  expect(readShowed(text)?.views).toEqual(shown?.views);
  expect(readShowed(text)?.model).toEqual(JSON.parse(text).model);
  const broken = new Map(content).set(`${RULESET}dynastic/score.ts`, 'this is no clause');
  expect(await shownAtEnd({ ...over, content: broken }, { caches, runner: onKernel })).toBeNull();
});

test('ignores a stored version that is missing or in another format', () => {
  const text = writeShowed(NOTHING_SHOWN);
  expect(readShowed(text)).not.toBeNull();
  for (const other of [undefined, '{"form', '{}', text.replace('"format":2', '"format":1')])
    expect(readShowed(other)).toBeNull();
  expect(showedPath(3)).toBe('content/dynasties/3/shown.json');
});
