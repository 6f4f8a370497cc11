// Half of a letter that takes two places is what a clause leaves of a text that it cuts, and what people may send: files can't hold it.
import { expect, test } from 'vitest';

import { bo, seenAfterTick, testGame } from '../../src/tick/fixtures/embedded-game.ts';

const [HALF, KEPT] = ['\ud83d', '\ufffd'];
const CLAUSE = `import { action, data, list, map, record, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  player: { motto: text(), all: list(text()), by: map(text()), both: record({ a: text() }), any: data() },
  game: { cut: text() },
  things: { rooms: { fields: { name: text() }, ids: ['hall'] } },
  actions: {
    say: action({
      by: 'anybody',
      with: { words: text() },
      effect: ({ actor, words, game, rooms, result, comment, posts, post }) => {
        const half = '😀'.slice(0, 1);
        actor.motto = words;
        actor.all = [half, words + half];
        actor.by = { [half]: half };
        actor.both = { a: half };
        actor.any = { [half]: [half, { deep: half }] };
        game.cut = half;
        rooms.get('hall').name = half;
        comment([...posts].at(-1), half);
        post({ kind: 'story', title: half + '!', text: half, author: actor });
        result(half);
      },
    }),
  },
}));
`;

test('half a surrogate pair is kept as files return it everywhere, and each command in a comment is answered', async () => {
  const game = await testGame(
    {},
    new Map([
      ['content/ruleset/dynastic/mottos.md', '---\ntitle: Mottos\norder: 90\n---\nPeople have mottos.\n'],
      ['content/ruleset/dynastic/mottos.ts', CLAUSE],
    ]),
  );
  const post = await game.table.open(bo, { kind: 'story', title: `On ${HALF}`, text: `Once ${HALF}` });
  await game.table.comment(bo, post, `/say words=a${HALF}\n/say words=b\n/no-such-thing ${HALF}`);
  await game.tick();
  expect((await game.said(post)).join('\n').match(/Done\./gu)).toHaveLength(2);
  const state = await seenAfterTick(game, ({ open: { play } }) => play.state());
  expect(JSON.stringify(state)).not.toMatch(/\\ud83d/iu);
  expect(state.players['bo']).toMatchObject({
    motto: 'b',
    all: [KEPT, `b${KEPT}`],
    by: { [KEPT]: KEPT },
    both: { a: KEPT },
    any: { [KEPT]: [KEPT, { deep: KEPT }] },
  });
  expect(state.game['cut']).toBe(KEPT);
  expect(state.things['rooms']?.['hall']).toMatchObject({ name: KEPT });
});
