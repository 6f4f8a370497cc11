// A trial reports whether a matter would come into force, its problems, and its consequences.
import { expect, test } from 'vitest';

import { Caches } from '../cache/caches.ts';
import { SandboxLostError } from '../sandbox/host.ts';
import { kernelCaches as caches, onKernel } from '../scenario/on-kernel/fixtures/runner.ts';
import { SMALL } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { contentOfPosition } from '../tick/current-content.ts';
import { SHORTEST, set, TEA, text, tried, UNTRIED, winnersSaid, type Case } from './fixtures/tried-matter.ts';
import { tryMatter, type Trial } from './try-matter.ts';

test.each<Case>([
  ['nothing', 'Tea', {}, { ok: true, searched: 1200 }],
  [
    'what a rule refuses',
    'Gulls',
    TEA,
    {
      searched: 1200,
      problems: [
        expect.stringMatching(
          /^it can’t pass, whatever the votes are: no gulls \(rule 2\.1 Grain\); anybody can propose to fix/u,
        ) as string,
      ],
    },
  ],
  [
    'what can’t be read',
    'Tea',
    { 'dynastic/tea.md': '---\ntitle: [\n---\n' },
    { searched: 1200, problems: [expect.stringMatching(/^dynastic\/tea\.md:3: /u) as string] },
  ],
  ['promises that stay as they are', 'Tea', TEA, { ok: true, searched: 8, promises: 'as-before' }, SHORTEST],
])('a trial of %s', async (_, title, changes, found, depth) => {
  expect(await tried(title, changes, depth)).toEqual({ ...UNTRIED, ...found });
});

/** A machine on which this fails once a matter is due. */
const on = (error: Error): Caches => {
  const faulty = new Caches(null, caches.sandboxes);
  faulty.runner = (host) => {
    const sandbox = onKernel(host);
    sandbox.due = () => {
      throw error;
    };
    return sandbox;
  };
  return faulty;
};

const small = sessionWith({ ...SMALL, posts: [{ by: 'bo', title: 'Tea', changes: TEA }] });

test.each<[what: string, error: Error, found: Partial<Trial>]>([
  ['no memory', new SandboxLostError('no-spare-memory', 'it is full'), { fleeting: true }],
  ['no time', new SandboxLostError('out-of-patience', 'it is slow'), { fleeting: false }],
])('a trial that ends for %s says why', async (_, error, found) => {
  const { session, now, files } = await small;
  const content = contentOfPosition(session.position, files);
  const state = session.position.open.play.state();
  expect(await tryMatter(content, state, '1', now, on(error))).toEqual({
    ...UNTRIED,
    problems: [error.message],
    searched: 1200,
    ...found,
  });
});

const SUM = `import { boolean, derive, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  player: { fame: integer() },
  views: { 'may-declare-victory': derive({ of: 'player', returns: boolean(), value: (one) => one.fame > 2 }) },
}));
`;
const SUMS = {
  ...SMALL,
  rules: { 'dynastic/sums.md': text('Sums', 'Fame wins.'), 'dynastic/sums.ts': SUM },
};
test.each([
  [3, ['cy would win by it']],
  [2, []],
])('tells who would win if a public view depends on the value %s', async (fame, told) => {
  expect(await winnersSaid(SUMS, set('players.cy.fame', fame))).toEqual(told);
});

test('gives no trial for a missing matter, and ends early if nothing more is wanted', async () => {
  const { session, now, files } = await small;
  const content = contentOfPosition(session.position, files);
  const state = session.position.open.play.state();
  expect(await tryMatter(content, state, '9', now, caches)).toEqual({ ...UNTRIED, searched: 1200 });
  const seen: Trial[] = [];
  const trial = await tryMatter(content, state, '1', now, caches, {
    beforeTheRest: (one) => seen.push(one) === 0,
    tellHindsight: () => Promise.reject(new Error('nobody asked')),
  });
  expect([trial, trial]).toEqual([...seen, { ...UNTRIED, ok: true, clauses: [] }]);
});
