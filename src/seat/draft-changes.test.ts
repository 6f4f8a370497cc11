import { expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { newGameOfSix } from '../store/fixtures/new-game.ts';
import { draftChanges } from './draft-changes.ts';

const rule = (title: string): string => `---\ntitle: ${title}\norder: 90\n---\nPlayers sing.\n`;

test('finds rules by the game’s own terms, and asks for a number if two share a title', async () => {
  const files = new Map(
    await newGameOfSix({ core: '2021', terms: { player: 'Sailor', players: 'Sailors', emperor: 'Admiral' } }),
  );
  for (const [file, title] of [
    ['a', 'Idle Songs of Players'],
    ['b', 'Players'],
    ['c', 'Larks'],
  ])
    files.set(`content/ruleset/dynastic/${file}.md`, rule(title ?? ''));
  const repeal = (name: string) => draftChanges(files, [{ do: 'repeal', rule: name }], caches);
  for (const name of ['Idle Songs of Sailors', 'Idle Songs of Players'])
    expect([...repeal(name).changes]).toEqual([['content/ruleset/dynastic/a.md', null]]);
  expect(repeal('Sailors').problems).toMatchObject([
    { message: 'Rules 1.2 and 2.2 are both called “Sailors”: name the one you mean by its number.' },
  ]);
  expect([...repeal('2.2').changes]).toEqual([['content/ruleset/dynastic/b.md', null]]);
  const under = {
    do: 'add',
    title: 'Shanties',
    text: 'Sailors sing.',
    under: 'Idle Songs of Sailors',
  } as const;
  expect([...draftChanges(files, [under], caches).changes.keys()]).toEqual([
    'content/ruleset/dynastic/a/shanties.md',
  ]);
});
