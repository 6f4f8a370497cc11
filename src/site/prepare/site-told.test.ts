// The data of a whole game, under way and over: its head, its goal, its ways in.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { sessionWith, type SessionWish } from '../../session/fixtures/session.ts';
import type { SiteData } from '../data/site-data.ts';
import { collectSite, type CollectOptions } from './collect.ts';
import { shownIn, type GameShown } from './game-shown.ts';

type Change = (game: GameShown) => GameShown;

async function siteWith(
  wish: SessionWish = {},
  options: Partial<CollectOptions> = {},
  change: Change = (game) => game,
): Promise<{ readonly site: SiteData; readonly problems: readonly string[] }> {
  const desk = await sessionWith({ core: 'fireside', ...wish });
  const game = change(await shownIn(desk.session.position.open, desk.now, caches));
  return collectSite(game, { now: desk.now, ...options });
}

const WINS = 'Whoever has 100 Points wins the game.';
const GOAL = { 'dynastic/goal.md': `---\ntitle: Goal\norder: 90\n---\n${WINS}\n` };
const CLOSED = {
  'dynastic/gulls.md': '---\ntitle: Gulls\norder: 95\n---\nGulls watch.\n',
  'dynastic/gulls.ts': `import { rule } from 'gitnomic/rules';
export default rule(() => ({ hooks: { 'may-post'({ refuse }) { refuse('the gulls sleep'); } } }));`,
};
const TEA = { by: 'bo', title: 'Tea' };

test('a game under way has its head, its goal, its pending matters and those who may join', async () => {
  const { site, problems } = await siteWith({ rules: GOAL, posts: [TEA] });
  expect(problems).toEqual([]);
  const { game, builtAt, base, origin, home, live, still, dynasty, goal, victory, closed, unproposed } = site;
  expect({
    game,
    builtAt,
    base,
    origin,
    home,
    live,
    still,
    dynasty,
    goal,
    victory,
    closed,
    unproposed,
  }).toEqual({
    game: {
      name: 'Harbour',
      terms: { player: 'Player', players: 'Players', emperor: 'Champion', emperors: 'Champions' },
    },
    builtAt: '2024-03-01T09:00:00Z',
    base: '/',
    origin: '',
    home: null,
    live: false,
    still: false,
    dynasty: { address: null, number: 1, name: '', emperor: 'cy', theme: '' },
    goal: { ways: [{ rule: 'dynastic/goal', said: WINS }], claim: null },
    victory: null,
    closed: null,
    unproposed: null,
  });
  expect(site.has).toEqual(
    Object.fromEntries(['ana', 'bo', 'cy', 'dee', 'eli', 'fay'].map((id) => [id, ''])),
  );
  expect(site.waysIn).toEqual([{ kind: 'join-request', title: 'Request to join' }]);
  expect([site.first, site.moderation, site.receiver, site.scenarios, site.maps]).toEqual([
    null,
    [],
    null,
    [],
    {},
  ]);
  expect(site.overview?.unvoted.map(({ matter, title }) => [matter, title])).toEqual([['1', 'Tea']]);
  expect(site.api?.matters.matters[0]).toMatchObject({ id: '1', standing: { id: '1' } });
  expect(site.record.dice).toEqual({ source: 'committed', commitment: null, rolls: [] });
});

test('in a past dynasty nothing is pending, and its rules aren’t asked anything', async () => {
  const muted = { ana: { by: 'bo', at: '2024-03-01T09:00:00Z', why: 'insults' } };
  const moderated: Change = (game) => ({
    ...game,
    read: { ...game.read, facts: { ...game.read.facts, moderation: { muted } } },
  });
  const running = await siteWith({ rules: GOAL, posts: [TEA] }, {}, moderated);
  expect(running.site.moderation.join()).toContain('insults');
  const { site } = await siteWith({ rules: { ...GOAL, ...CLOSED } }, { over: true, still: true }, moderated);
  const { figures, coming, failing, overview, api, victory, closed, unproposed, moderation, waysIn, has } =
    site;
  expect({
    figures,
    coming,
    failing,
    overview,
    api,
    victory,
    closed,
    unproposed,
    moderation,
    waysIn,
    has,
  }).toEqual({
    figures: [],
    coming: [],
    failing: [],
    overview: null,
    api: null,
    victory: null,
    closed: null,
    unproposed: null,
    moderation: [],
    waysIn: [],
    has: {},
  });
  expect([site.still, site.goal?.ways.length]).toEqual([true, 1]);
});

test('says why if nobody may propose anything', async () => {
  const { site } = await siteWith({ rules: CLOSED });
  expect([site.closed, site.unproposed]).toEqual([
    'The gulls sleep (rule 2.1 Gulls).',
    'The gulls sleep (rule 2.1 Gulls).',
  ]);
});

test('a goal includes the claim that people make, and a game without dynasties may have none', async () => {
  expect((await siteWith()).site.goal).toEqual({ ways: [], claim: null });
  const claimed = await siteWith({}, {}, (game) => {
    const { proposal } = game.model.kinds;
    if (proposal === undefined) throw new Error('there are no proposals');
    const kinds = { ...game.model.kinds, claim: { ...proposal, purpose: 'win', title: 'Claim' } as const };
    return { ...game, model: { ...game.model, kinds } };
  });
  expect(claimed.site.goal?.claim).toEqual({ kind: 'claim', title: 'Claim' });
  const plain = await siteWith({}, {}, ({ manifest, ...game }) => {
    const rules = manifest.rules.filter(({ path }) => path !== 'core/dynasties');
    return { ...game, manifest: { ...manifest, rules }, model: { ...game.model, fields: {} } };
  });
  expect(plain.site.goal).toBeNull();
});

test('has pages for Admins, the receiver’s key and the first rules only if given', async () => {
  const first = new Map([['content/ruleset/core/old.md', '---\ntitle: Old\norder: 1\n---\nAs it was.\n']]);
  const { site } = await siteWith({ posts: [TEA] }, { overview: false, receiver: 'age1', first });
  expect([site.overview, site.receiver]).toEqual([null, 'age1']);
  expect(site.first?.rules).toEqual([
    {
      anchor: 'core.old',
      number: '1.1',
      title: 'Old',
      inactive: false,
      html: '<p id="core.old:1">As it was.</p>',
    },
  ]);
  const keyed = await siteWith({}, { receiver: 'age1' }, (game) => ({
    ...game,
    read: { ...game.read, facts: { ...game.read.facts, keys: [{ recipient: 'age2' }] as never } },
  }));
  expect(keyed.site.receiver).toBe('age2');
});

test('shows the scenarios of the core, if it’s known', async () => {
  const library = new Map([
    [
      'core/fireside/scenarios/tea.yml',
      JSON.stringify({
        title: 'Tea',
        rules: { core: 'fireside' },
        start: '2026-03-02T09:00:00Z',
        players: { ana: {} },
        steps: [],
      }),
    ],
  ]);
  const trials = { library, engine: '1', run: null };
  const { site } = await siteWith({}, { trials });
  expect(site.scenarios.map(({ file, state }) => [file, state])).toEqual([
    ['core/fireside/scenarios/tea.yml', 'not-run'],
  ]);
  const unknown = await siteWith({}, { trials }, (game) => ({
    ...game,
    read: { ...game.read, game: { ...game.read.game, core: undefined } },
  }));
  expect(unknown.site.scenarios).toEqual([]);
});
