import { expect, test } from 'vitest';

import { some } from '../../test/slowly.ts';
import { askRules } from '../session/ask/call-guard.ts';
import type { Desk } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { healthOf, WELL, type Health } from './health.ts';
import { whyOfMatter } from './why.ts';

const GULLS = `import { rule } from 'gitnomic/rules';
export default rule((g) => ({
  hooks: { 'may-enact'({ refuse, matter }, next) { if (matter.title === 'Bells') refuse('the gulls do not like it'); return next(); } },
}));`;
const votes = { bo: 'FOR', cy: 'FOR', dee: 'FOR', eli: 'FOR' };

async function gameWith(title: string): Promise<Desk> {
  const rules = {
    'dynastic/gulls.md': '---\ntitle: Gulls\norder: 95\n---\nGulls watch.\n',
    'dynastic/gulls.ts': GULLS,
  };
  return sessionWith({ core: '2021', rules, posts: [{ by: 'ana', title, text: 'Please.', votes }] });
}

/** The health of the only matter, if it has been due since `since`. */
function health({ session, now }: Desk, since: string | null): Health {
  const { play } = session.position.rules;
  const [post] = Object.values(play.state().posts);
  if (post === undefined) throw new Error('there is no matter');
  const due = { enactFrom: since, failFrom: null, queue: 1 };
  return healthOf(play, now, post, due, askRules(play, now));
}

test('a due matter that is refused names the refusing rule', async () => {
  const desk = await gameWith('Bells');
  const { fault, refusedBy, standsStill } = health(desk, desk.now);
  expect(fault).toMatch(/^it is due, and refused: the gulls do not like it/u);
  expect([refusedBy, standsStill]).toEqual(['dynastic/gulls', false]);
});

test.each(some(['2021', '2008', '2019'], 3))(
  'in a hiatus of %s, a due matter waits, and nothing else is wrong with it',
  async (core) => {
    const desk = await sessionWith({
      core,
      posts: [{ by: 'ana', title: 'Lamps', votes }],
    });
    desk.session.position.rules.play.sandbox.assume('dynasty.interregnum', true);
    desk.session.position.rules.play.sandbox.assume('dynasty.emperor', 'cy');
    desk.later(72);
    const { fault, ...others } = health(desk, '2024-03-02T09:00:00Z');
    expect(fault).toMatch(
      /^it is due, and waits until the game goes on: Proposals may not be resolved while the game is in hiatus: .*\)$/u,
    );
    expect({ fault: null, ...others }).toEqual(WELL);
  },
);

test.each(['2021', 'fireside'])(
  'while a dynasty of %s is over, a matter says it waits for the game to go on',
  async (core) => {
    const desk = await sessionWith({ core, posts: [{ by: 'ana', title: 'Lamps' }] });
    expect(health(desk, '2024-03-02T09:00:00Z')).toEqual(WELL);
    desk.session.position.rules.play.sandbox.assume('dynasty.interregnum', true);
    desk.session.position.rules.play.sandbox.assume('dynasty.emperor', 'cy');
    const { fault, ...others } = health(desk, '2024-03-02T09:00:00Z');
    expect(fault).toMatch(/^it waits until the game goes on: /u);
    expect({ fault: null, ...others }).toEqual(WELL);
  },
);

test('a matter that nothing refuses, or that isn’t due, is well', async () => {
  expect(health(await gameWith('Bells'), null)).toMatchObject({ refusedBy: null, standsStill: false });
  const lamps = await gameWith('Lamps');
  lamps.later(48);
  expect(health(lamps, lamps.now)).toEqual(WELL);
});

test('a due matter waits for an Admin if Admins resolve matters', async () => {
  const lamps = await sessionWith({
    resolution: 'by-admin',
    posts: [{ by: 'ana', title: 'Lamps', text: 'Please.', votes }],
  });
  expect(health(lamps, null)).toEqual(WELL);
  lamps.later(48);
  expect(health(lamps, lamps.now)).toEqual({ ...WELL, byAdmin: true });
  const { play } = lamps.session.position.rules;
  expect(whyOfMatter(play, lamps.now, '1')).toMatch(/^It waits for an Admin, who enacts it or fails it\./u);
});
