import { beforeAll, describe, expect, test } from 'vitest';

import { type Desk, somebody } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { actsAnswering } from './let-in.ts';
import { waitsFor } from './waits.ts';

const RULES = {
  'dynastic/finish.md': '---\ntitle: Finish\norder: 95\n---\nWhoever arrives has achieved victory.\n',
  'dynastic/finish.ts': `import { action, rule } from 'gitnomic/rules';
export default rule(() => ({ actions: { arrive: action({ effect({ actor }) { actor.victory = true; } }) } }));
`,
};
const said = ({ session: { position } }: Desk, who: string): readonly string[] =>
  waitsFor(position, '2024-03-01T10:00:00Z', somebody(who)).declarations.map(({ kind }) => kind);

test('a winner is asked to declare victory until they have', async () => {
  const desk = await sessionWith({ rules: RULES, posts: [{ by: 'ana', title: 'A place to talk' }] });
  expect([said(desk, 'bo'), said(desk, 'cy')]).toEqual([[], []]);
  expect(desk.answered(somebody('bo'), '1', '/act arrive')).toContain('**Done.**');
  expect([said(desk, 'bo'), said(desk, 'cy')]).toEqual([['dov'], []]);
  desk.opens(somebody('bo'), '2', 'dov', 'I have arrived');
  desk.decide();
  expect(said(desk, 'bo')).toEqual([]);
});

const BARGAINS = {
  'dynastic/bargains.md': '---\ntitle: Bargains\norder: 95\n---\nPlayers make each other offers.\n',
  'dynastic/bargains.ts': `import { action, list, player, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  player: { offers: list(text()), won: list(text()) },
  actions: {
    offer: action({ title: 'Make an offer', with: { to: player({ another: true }) }, effect({ actor, to }) { to.offers = [...to.offers, actor.id]; } }),
    accept: action({
      title: 'Accept an offer',
      with: { offerer: player({ another: true }), words: text({ start: '' }) },
      check({ actor, offerer, refuse }) { if (!actor.offers.includes(offerer.id)) refuse('offerer', 'there is no such offer'); },
      effect({ actor, offerer }) { actor.set({ won: [...actor.won, offerer.id], offers: actor.offers.filter((id) => id !== offerer.id) }); },
    }),
    thank: action({ title: 'Thank somebody', with: { whom: player({ another: true }) }, check({ actor, whom, refuse }) { if (!actor.won.includes(whom.id)) refuse('whom', 'for what?'); } }),
    dare: action({ title: 'Dare', with: { whom: player({ another: true }) } }),
  },
}));
`,
};

test('an offer waits for its addressee while only they can answer it and haven’t', async () => {
  const desk = await sessionWith({ rules: BARGAINS, posts: [{ by: 'ana', title: 'A place to talk' }] });
  const asked = (who: string): readonly string[] =>
    waitsFor(desk.session.position, '2024-03-01T10:00:00Z', somebody(who)).acts.map(
      ({ title, on }) => `${title}: ${on?.title}`,
    );
  const does = (who: string, command: string): void =>
    expect(desk.answered(somebody(who), '1', command)).toContain('**Done.**');
  does('ana', '/act dare whom=bo');
  expect(asked('bo')).toEqual([]);
  does('ana', '/act offer to=bo');
  does('dee', '/act offer to=bo');
  expect([asked('bo'), asked('ana'), asked('dee')]).toEqual([
    ['Accept an offer: dee', 'Accept an offer: ana'],
    [],
    [],
  ]);
  // If all others asked, nobody is left to show that it is about those who did.
  const answers = (...others: readonly string[]): readonly unknown[] =>
    actsAnswering(
      desk.session.position,
      { id: 'bo', others },
      (by, action, { offerer }) => by === 'bo' && action === 'accept' && offerer === 'dee',
    ).map(({ on }) => on?.id);
  expect([answers('dee'), answers('dee', 'eli')]).toEqual([[], ['dee']]);
  // What could be done afterwards is no answer.
  does('bo', '/act accept offerer=ana');
  expect(asked('bo')).toEqual(['Accept an offer: dee']);
  does('ana', '/act offer to=bo');
  expect(asked('bo')).toContain('Accept an offer: ana');
});

describe('with two proposals', () => {
  let desk: Desk;
  beforeAll(async () => {
    const posts = ['Hats', 'Silence'].map((title) => ({ by: 'ana', kind: 'proposal', title }));
    desk = await sessionWith({ posts });
  });

  test('skips a withdrawn one, and gives no due time for one that waits for another', () => {
    const asked = (): readonly unknown[] =>
      waitsFor(desk.session.position, '2024-03-01T10:00:00Z', somebody('bo')).votes.map(({ title, due }) => [
        title,
        due !== null,
      ]);
    expect(asked()).toEqual([
      ['Hats', true],
      ['Silence', false],
    ]);
    desk.says(somebody('ana'), '2', ':against:');
    desk.decide();
    // It stays pending until it is its turn.
    expect(desk.session.position.open.play.state().posts['2']?.status).toBe('pending');
    expect(asked()).toEqual([['Hats', true]]);
  });

  test('tells a muted player who muted them, why, and what ends it', () => {
    const said = (who: string): string | null =>
      waitsFor(desk.session.position, '2024-03-01T10:00:00Z', somebody(who)).muted;
    expect(said('bo')).toBeNull();
    expect(desk.answered(somebody('ana'), '1', '/peace mute=bo why="insults"')).toContain('Done');
    expect(said('bo')).toMatch(
      /^ana muted you at .*: insults\. What you write is kept, and not shown, until an Admin ends it\./u,
    );
    expect(said('cy')).toBeNull();
    expect(desk.answered(somebody('ana'), '1', '/peace hide=bo why="insults"')).toContain('Done');
    expect(said('bo')).toContain('All that you wrote is kept');
  });
});

test('a rule can let someone declare victory by a table alone', async () => {
  const table = '| Each Player’s | is |\n| --- | --- |\n| May declare victory | is not the Emperor |\n';
  const text = `---\ntitle: Finish\norder: 95\n---\nWhoever is here may declare victory.\n\n${table}`;
  const desk = await sessionWith({ rules: { 'dynastic/finish.md': text } });
  expect(said(desk, 'bo')).toEqual(['dov']);
});
