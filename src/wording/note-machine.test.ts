import { IN_ENGLISH } from '../language/wording.ts';
import { summariesOf } from '../host/github/summary/facts.ts';
import { saySummaryInFull } from '../host/github/summary/say-summary.ts';
import { expect, test } from 'vitest';

import { person, seenAfterTick, kernelGame } from '../tick/fixtures/embedded-game.ts';
import { ACTIONS } from './words.ts';
import { readGame } from '../store/read-game.ts';

const RULE = '---\ntitle: By hand\norder: 70\n---\n\nA machine may not wave.\n';
const CLAUSE = `import { action, boolean, rule } from 'gitnomic/rules';

export default rule(({ refuse }) => ({
  player: { machine: boolean() },
  actions: {
    wave: action({
      effect({ actor }) {
        if (actor.machine) refuse('a machine may not wave');
      },
    }),
  },
}));
`;

test('a program is registered before its action is judged: rules can check it, and readers see it', async () => {
  const game = await kernelGame({
    core: '2021',
    ruleset: new Map([
      ['dynastic/by-hand.md', RULE],
      ['dynastic/by-hand.ts', CLAUSE],
    ]),
  });
  const thread = await game.forge.post(ACTIONS);
  const wave = async (name: string, bot: boolean) => {
    await game.table.comment({ ...person(name), bot }, thread, '/wave');
    return (await game.tick()).happened.at(-1)?.outcome;
  };
  expect(await wave('bo', false)).toMatchObject({ ok: true });
  expect(await wave('bo', true)).toMatchObject({ ok: false, refusal: { reason: 'a machine may not wave' } });
  // The same comment without the mark comes from the player, and doesn't turn the machine into a person.
  expect(await wave('bo', false)).toMatchObject({ ok: false });
  expect(await wave('dee', false)).toMatchObject({ ok: true });
  const { facts, state } = readGame(await game.content());
  expect(facts.machines).toEqual(['bo']);
  // Readers of a matter's votes see which of them come from a machine.
  const matter = await game.table.open(person('dee'), { kind: 'proposal', title: 'Tea', text: 'Please.' });
  for (const name of ['bo', 'ana']) await game.table.comment(person(name), matter, ':for:');
  const [there] = await seenAfterTick(game, (position) =>
    summariesOf(position, game.now, new Map(), { headOf: () => null, reviewsOf: () => [] }),
  );
  for (const said of [
    (await game.said(matter)).join('\n'),
    there === undefined ? '' : saySummaryInFull(there, IN_ENGLISH),
  ]) {
    expect(said).toContain('| bo (machine) | FOR |');
    expect(said).toContain('| ana | FOR |');
  }
  expect(state?.players['bo']).toMatchObject({ machine: true });
  expect(state?.players['ana']).toMatchObject({ machine: false });
});
