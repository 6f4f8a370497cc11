// A matter tells whether the rules would keep their promises, or the way to break one, before anybody votes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { bo, seenAfterTick, testGame, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { sayTrial } from '../../src/rehearse/say-trial.ts';
import { SHORT, type Effort } from '../../src/rehearse/search-promises.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { FilledForm, Visit } from '../../src/seat/forms/form.ts';
import { Given } from '../../src/seat/forms/given.ts';
import { wayForm, wayHandler } from '../../src/seat/forms/way.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { trialKey, Trials, triedOnce, tryNext } from '../../src/rehearse/trials.ts';
import { tryMatter, type Trial } from '../../src/rehearse/try-matter.ts';
import { DYNASTIC } from '../rehearsal/brick-parts.ts';
import { promiseTexts } from '../../src/promises/read-promises.ts';
import { bombClause, BOMBS } from './bombs.ts';

/** On a busy machine. */
const SLOWLY = { timeout: 600_000 };
const SOME: Effort = { states: 60, tries: 90 };
const folder = mkdtempSync(join(tmpdir(), 'promises-'));
afterAll(() => rmSync(folder, { recursive: true }));

let titles = 0;

async function tried(
  game: TestGame,
  changes: Readonly<Record<string, string>>,
  effort = SOME,
): Promise<Trial> {
  const head = await game.branch(changes);
  const title = `Gulls ${++titles}`;
  const post = await game.table.open(bo, { kind: 'proposal', title, text: 'Please.', head });
  const state = await seenAfterTick(game, ({ open }) => open.play.state());
  const id = Object.keys(state.posts).find((one) => state.posts[one]?.title === title) ?? post;
  return tryMatter(await game.content(), state, id, game.now, caches, { effort });
}

test('shows the way to break a promise as moves with names and dates', SLOWLY, async () => {
  const game = await testGame({ dynasty: 'proving' });
  const trial = await tried(game, bombClause(BOMBS['state: a switch that anybody turns'] ?? ''));
  const told = sayTrial(trial, IN_ENGLISH);
  expect(told).toContain('**Promises:** one can be broken.');
  expect(told).toMatch(
    /Ruleset and Gamestate promises that a rule can be changed within four weeks [^]* This breaks it:\n {2}1\. \d{4}-\d\d-\d\d \d\d:\d\d UTC: \S+ does “Sing” – from here on, waiting is enough\n\n {2}The gulls do not like it/u,
  );
});

test('a button plays the way to break a promise in a copy, with what each move changes', SLOWLY, async () => {
  const changes = Object.fromEntries(
    Object.entries(bombClause(BOMBS['state: a switch that anybody turns'] ?? '')).map(([path, text]) => [
      path.replace('content/ruleset/', ''),
      text,
    ]),
  );
  const home = await homeWith({ posts: [{ by: 'bo', title: 'Gulls', text: 'Please.', changes }] });
  const game = { ...home, trials: new Trials(join(folder, 'played.json')) };
  const visit = {
    game,
    who: bo,
    given: new Given(new URLSearchParams({ on: '1', do: 'play' })),
    wording: IN_ENGLISH,
  } as unknown as Visit;
  await expect(wayHandler.send(visit)).rejects.toThrow('No way to break a promise is known here.');
  const [key, state] = await withPosition(home, ({ open: { play } }) => {
    const post = play.state().posts['1'];
    if (post === undefined) throw new Error('nothing is pending');
    expect(wayForm({ open: { play } } as never, visit, post)).toBeNull();
    return [trialKey(play, post), play.state()] as const;
  });
  game.trials.add(
    key,
    await tryMatter(await home.content(), state, '1', home.now(), caches, { effort: SHORT }),
  );
  const [form] = await withPosition(home, (position) => {
    const post = position.open.play.state().posts['1'];
    return post === undefined ? [] : [wayForm(position, visit, post)];
  });
  expect(form?.buttons).toMatchObject([{ label: 'Play it in a copy' }]);
  const { form: played } = (await wayHandler.send(visit)) as { readonly form: FilledForm };
  expect(played.said.map(({ title, list, lines }) => [title, ...list, ...lines])).toEqual([
    ['In a copy of the game, “Gulls” comes into force. Then:'],
    [expect.stringMatching(/^\d{4}-\d\d-\d\d .* UTC: \S+ does “Sing”$/u), 'now asleep'],
    [
      expect.stringMatching(/^Now .* doesn’t keep its promise that a rule can be changed/u),
      expect.stringMatching(/^The gulls do not like it/u),
    ],
    ['That was a copy. Nothing has happened in the game.'],
  ]);
  expect(await withPosition(home, ({ open: { play } }) => play.state())).toEqual(state);
});

test('searches the rules in force only once', SLOWLY, async () => {
  const trials = new Trials(join(folder, 'in-force.json'));
  expect(await tryNext(trials, await homeWith({}))).toBe(true);
  expect(await tryNext(trials, await homeWith({}))).toBe(false);
});

test('also says that promises are kept, and how far the search went', SLOWLY, async () => {
  const game = await testGame({ dynasty: 'proving' });
  const harmless =
    '{ game: { songs: integer() }, actions: { sing: action({ effect() { g.game.songs += 1; } }) } }';
  const told = sayTrial(await tried(game, bombClause(harmless), SHORT), IN_ENGLISH);
  expect(told).toContain('**Promises:** kept, as far as a search could tell.');
  expect(told).toMatch(/No way to break it was found within [1-9]\d* moves and [1-9]\d* states\./u);
  expect(told).not.toMatch(/proved/u);
});

test('doesn’t search words that no clause reads', async () => {
  const game = await testGame({ dynasty: 'proving' });
  const trial = await tried(game, { [`${DYNASTIC}.md`]: '---\ntitle: Gulls\norder: 95\n---\nGulls.\n' });
  expect(trial.promises).toBe('as-before');
  expect(sayTrial(trial, IN_ENGLISH)).toContain('changes nothing that the computer does');
});

test('says before the vote that a matter removes a promise', SLOWLY, async () => {
  const game = await testGame({ dynasty: 'proving' });
  const [path, text] = [...(await game.content())].find(([, one]) => promiseTexts(one).length > 0) ?? [
    '',
    '',
  ];
  const without = text.replace(/^This rule promises that .*\n?/mu, '');
  expect(promiseTexts(without)).toEqual([]);
  const FEW: Effort = { states: 2, tries: 2 };
  const trial = await tried(game, { [path]: without }, FEW);
  expect(sayTrial(trial, IN_ENGLISH)).toMatch(
    /from then on Ruleset and Gamestate no longer promises that a rule can be changed within four weeks/iu,
  );
  const moved = {
    [path]: without,
    [`${DYNASTIC}.md`]: `---\ntitle: Gulls\norder: 95\n---\n${text.match(/^This rule promises that .*$/mu)?.[0] ?? ''}\n`,
  };
  expect((await tried(game, moved, FEW)).warnings).not.toContainEqual(
    expect.stringMatching(/no longer promises/u),
  );
});

test('reports a promise about an action that no rule has', SLOWLY, async () => {
  const game = await testGame({ dynasty: 'proving' });
  const promise = (action: string): Readonly<Record<string, string>> => ({
    [`${DYNASTIC}.md`]: `---\ntitle: Gulls\norder: 95\n---\nThis rule promises that only “${action}” changes each player's Pips.\n`,
  });
  const FEW: Effort = { states: 2, tries: 2 };
  const told = async (action: string): Promise<string> =>
    sayTrial(await tried(game, promise(action), FEW), IN_ENGLISH);
  expect(await told('Take a pip')).not.toContain('no rule has an action');
  expect(await told('Take a pie')).toMatch(/no rule has an action of that name/iu);
});

test('makes a search once, and again only to look further', async () => {
  const made: number[] = [];
  const trials = new Trials(join(folder, 'trials.json'));
  const make = (searched: number) => (): Promise<Trial> => {
    made.push(searched);
    return Promise.resolve({ ok: true, problems: [], omitted: [], typed: false, searched });
  };
  await triedOnce(trials, 'a', make(0));
  await triedOnce(trials, 'a', make(SHORT.tries), SHORT);
  await triedOnce(trials, 'a', make(SHORT.tries), SHORT);
  await triedOnce(trials, 'a', make(0));
  await triedOnce(new Trials(join(folder, 'trials.json')), 'a', make(0), SHORT);
  expect(made).toEqual([0, SHORT.tries]);
});
