// Once a rule is gone, lint and doctor say in words what can’t be done any more, never in lines of type errors. Some rules of some packs
// among the slow tests, one in `npm test`, all rules of all packs in `test:long`.
import { describe, expect, test } from 'vitest';

import { lintGame } from '../../src/rehearse/lint/lint-game.ts';
import { listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { shippedLibrary as library } from '../../src/store/fixtures/shipped-library.ts';
import { quickCaches as caches } from '../quick-caches.ts';
import { moreIfSlow } from '../slowly.ts';

const ALL = process.env['GITNOMIC_REPEALS'] === 'whole';
/** Values and rows are left here as no vote leaves them, so that they are not looked at. */
const OF_CLAUSES = new Set([
  'clause-types',
  'hook-unasked',
  'hook-unheard',
  'view-undefined',
  'event-untold',
]);
const DYNASTIC = 'content/ruleset/dynastic/';
const packs = listPacks(library).dynasties.filter((_, at) => ALL || at % moreIfSlow(100, 8) === 1);

async function gameWith(dynasty: string): Promise<ReadonlyMap<string, string>> {
  const { pack } = readPackFile('pack.yml', library.get(`${dynasty}/pack.yml`) ?? '');
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, name: id, admin: id === 'ana' }));
  const wish = { name: 'Harbour', core: pack?.core ?? '2021', dynasty, players, at: '2030-06-03T09:00:00Z' };
  return (await createGame(library, wish, caches)).files;
}

describe.each(packs)('%s', (dynasty) => {
  test('lint finds nothing wrong with its clauses without any one of its rules', async () => {
    const files = await gameWith(dynasty);
    const rules = [...files.keys()]
      .filter((path) => path.startsWith(DYNASTIC) && path.endsWith('.md'))
      .map((path) => path.slice(0, -'.md'.length))
      .filter((_, at) => ALL || at % moreIfSlow(100, 12) === 1);
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) {
      const isGone = (path: string): boolean =>
        path.startsWith(`${rule}.`) || (path.startsWith(`${rule}/`) && !path.includes('/helpers/'));
      const left = new Map([...files].filter(([path]) => !isGone(path)));
      const { problems } = await lintGame(left, caches);
      const ofClauses = problems.filter(({ code }) => OF_CLAUSES.has(code));
      expect([rule, ofClauses.map(({ where, what }) => `${where} ${what}`)]).toEqual([rule, []]);
    }
  });
});
