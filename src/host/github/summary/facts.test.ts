// What a summary is made of: clashes with older matters, and rules of which only a part changes.
import { expect, test } from 'vitest';

import type { MatterChange, PostData } from '../../../kernel/state.ts';
import { sessionWith } from '../../../session/fixtures/session.ts';
import { SMALL } from '../../../session/fixtures/desk.ts';
import { ana, kernelGame } from '../../../tick/fixtures/embedded-game.ts';
import { CachedGame } from '../../../tick/cached-game.ts';
import { IN_ENGLISH } from '../../../language/wording.ts';
import { clashesBetween, summariesOf } from './facts.ts';
import { saySummaryInFull } from './say-summary.ts';

const matter = (id: string, ...changes: MatterChange[]): PostData =>
  ({ id, title: `T${id}`, changes }) as PostData;
const base = 'It is night. Nobody sleeps. The lamp is lit.\n';
const file = (content: string): MatterChange => ({
  verb: 'file',
  path: 'content/ruleset/a.md',
  base,
  content,
});
const set = (value: number): MatterChange => ({ verb: 'set', path: 'players.bo.pips', value });

test('matters that change the same sentence differently clash, but not two sentences of a paragraph', () => {
  const ours = matter('2', file(base.replace('night', 'day')));
  expect(clashesBetween(ours, [matter('1', file(base.replace('night', 'noon')))])).toEqual([
    { with: '1', title: 'T1', what: 'content/ruleset/a.md' },
  ]);
  expect(clashesBetween(ours, [matter('1', file(base.replace('lit', 'out')))])).toEqual([]);
  expect(clashesBetween(ours, [matter('1', file(base.replace('night', 'day')))])).toEqual([]);
});

test('matters that set one value differently clash', () => {
  expect(clashesBetween(matter('2', set(3)), [matter('1', set(4))])).toMatchObject([
    { what: 'players.bo.pips' },
  ]);
  expect(clashesBetween(matter('2', set(3)), [matter('1', set(3))])).toEqual([]);
});

test('a value and a file, two files, and files without a known base don’t clash', () => {
  const ours = file(base.replace('night', 'day'));
  const theirs = file(base.replace('night', 'noon'));
  const elsewhere = { ...theirs, path: 'content/ruleset/b.md' };
  const { base: _, ...baseless } = theirs as MatterChange & { readonly base?: string };
  for (const [one, other] of [
    [set(3), { ...set(4), path: 'players.bo.oil' } as MatterChange],
    [set(3), theirs],
    [ours, set(3)],
    [ours, elsewhere],
    [{ ...ours, path: 'players.bo.pips' } as MatterChange, set(3)],
    [ours, baseless as MatterChange],
    [baseless as MatterChange, theirs],
  ] as const)
    expect(clashesBetween(matter('2', one), [matter('1', other)])).toEqual([]);
  expect(
    clashesBetween(matter('3', set(1), ours), [matter('1', elsewhere), matter('2', theirs, set(2))]),
  ).toEqual([
    { with: '2', title: 'T2', what: 'content/ruleset/a.md' },
    { with: '2', title: 'T2', what: 'players.bo.pips' },
  ]);
});

test('only the younger of two clashing matters says so', async () => {
  const rule = 'core/dice.md';
  const desk = await sessionWith(SMALL);
  const text = desk.files.get(`content/ruleset/${rule}`) ?? '';
  const { session, now } = await sessionWith({
    ...SMALL,
    posts: ['Noon', 'Night'].map((title) => ({
      by: 'ana',
      title,
      changes: { [rule]: text.replace('whenever they like', `at ${title}`) },
    })),
  });
  const found = summariesOf(session.position, now, new Map(), { headOf: () => null, reviewsOf: () => [] });
  expect(found.map(({ clashes }) => clashes.map(({ with: other }) => other))).toEqual([[], ['1']]);
  session.dispose();
});

test('a matter without a branch has no later commit, and says what stands in its way', async () => {
  const { session, now } = await sessionWith({ ...SMALL, posts: [{ by: 'ana', title: 'Words' }] });
  const forge = { headOf: () => 'f'.repeat(40), reviewsOf: () => [{ account: 'bo', head: 'x' }] };
  const [facts] = summariesOf(session.position, now, new Map([['1', 'It is late.']]), forge);
  expect(facts).toMatchObject({ head: null, later: null, elsewhere: [], stuck: 'It is late.' });
  expect([facts?.whyNotEnacted, facts?.whyNotFailed]).toEqual([
    expect.stringMatching(/Words needs \d votes/u),
    expect.stringMatching(/the vote on Words goes on/u),
  ]);
  session.dispose();
});

const RULE = 'content/ruleset/core/dice';

test('a matter says, at home and on GitHub, which rule keeps its clause or its words', async () => {
  const game = await kernelGame(SMALL);
  const content = await game.content();
  const propose = async (title: string, path: string, from: string, to: string): Promise<string> => {
    const text = content.get(path) ?? '';
    expect(text).toContain(from);
    const head = await game.branch({ [path]: text.replace(from, to) });
    return game.table.open(ana, { kind: 'proposal', title, text: 'Please.', head });
  };
  const words = await propose('Use', `${RULE}.md`, 'whenever they like', 'whenever they wish');
  const clause = await propose('Code', `${RULE}.ts`, 'export default', 'const asItWas = 1;\nexport default');
  const saved = new CachedGame();
  await game.tick({ cached: saved });
  const { position } = saved;
  if (position === null) throw new Error('no game is kept');
  const facts = summariesOf(position, game.now, new Map(), { headOf: () => null, reviewsOf: () => [] });
  const [wordsThere = '', clauseThere = ''] = facts.map((one) => saySummaryInFull(one, IN_ENGLISH));
  saved.close();
  for (const said of [(await game.said(words)).join('\n'), wordsThere]) {
    expect(said).toMatch(
      /Only the words of \*\*Dice\*\* change\. The code goes on with .*The text now says .*wish.* instead of .*like/u,
    );
    expect(said).toMatch(/<del>like<\/del>/u);
    expect(said).toMatch(/<ins>wish<\/ins>/u);
  }
  for (const said of [(await game.said(clause)).join('\n'), clauseThere])
    expect(said).toMatch(/Only the code of \*\*Dice\*\* changes\. The text still says the same\./u);
});
