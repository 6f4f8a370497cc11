import { beforeAll, expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  testGame,
  VOTES,
  whyFailed,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { sayLocks, whyNotOn } from '../../src/session/play/say-rehearsal.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { hoursAfter } from '../../src/kernel/time.ts';
import { Play } from '../../src/session/play/play.ts';
import { AT, BrickGame, PEOPLE, type Changes } from './brick-game.ts';
import { APPENDIX, clause, DEEDS, DYNASTIC } from './brick-parts.ts';

const CRABS = 'content/ruleset/dynastic/crabs';
let game: BrickGame;
let titles = 0;

beforeAll(async () => {
  game = await BrickGame.begin({ core: '2021', dynasty: 'proving' });
});

/** Everybody is for it: why it was not enacted, or null. */
async function pass(real: TestGame, changes: Changes, text = 'Please.'): Promise<string | null> {
  const head = Object.keys(changes).length === 0 ? undefined : await real.branch(changes);
  titles += 1;
  const title = `[Core] [Appendix] [Special Case] Of rules, ${titles}`;
  const post = await real.table.open(bo, {
    kind: 'proposal',
    title,
    text,
    ...(head === undefined ? {} : { head }),
  });
  await real.tick();
  for (const person of [ana, bo, cy, dee, eli, fay]) await real.table.comment(person, post, 'Gladly! :for:');
  real.later(25);
  const { stuck } = await real.tick();
  return (await whyFailed(real, post)) ?? stuck[0]?.why ?? null;
}

function titled(path: string, title: string, more = ''): Changes {
  return { [`${path}.md`]: `---\ntitle: ${title}\norder: 96\n${more}---\nThis is said of ${title}.\n` };
}

/** What is refused with a sentence, and is nowhere in force. */
const REFUSED: Readonly<Record<string, readonly [Changes, RegExp]>> = {
  'a view that asks itself, on which everything builds': [
    clause("{ views: { popular: (matter) => g.view('popular', matter) } }", APPENDIX)(),
    /the rules call each other in a cycle: the view popular asks for popular \(Gulls, appendix\/gulls\.ts:3\)/u,
  ],
  'views that ask each other, on which everything builds': [
    clause(
      "{ views: { popular: (matter) => g.view('gulls', matter), gulls: { of: 'matter', returns: { kind: 'boolean' }, value: (matter) => g.view('popular', matter) } } }",
      APPENDIX,
    )(),
    /the view popular asks for gulls asks for popular \(Gulls, appendix\/gulls\.ts:3\)/u,
  ],
  'a rule without its text, on whose views others build': [{ [VOTES]: null }, /the game would be stuck/u],
};

test.each(Object.entries(REFUSED))('%s: is refused in a sentence', async (_, one) => {
  const [changes, said] = one;
  const real = await testGame();
  const before = await real.content();
  expect(await pass(real, changes)).toMatch(said);
  const after = await real.content();
  for (const path of Object.keys(changes)) expect(after.get(path)).toBe(before.get(path));
});

test('a dynastic rule that orders all rules has its clause switched off, with a sentence', async () => {
  const real = await testGame();
  const changes = clause('{ precedence: ({ section }) => (section === "dynastic" ? 99 : 1) }')();
  expect(await pass(real, changes)).toMatch(/a dynastic rule can’t set the order of all rules/u);
  const [text = ''] = Object.entries(changes).flatMap(([path, one]) =>
    path.endsWith('.md') ? [one ?? ''] : [],
  );
  const after = (await real.content()).get(`${DYNASTIC}.md`) ?? '';
  expect(after).toContain('clause: off');
  expect(after.replace('clause: off\n', '').trim()).toBe(text.trim());
});

test('rules that overrule each other apply as if neither did', async () => {
  const real = await testGame();
  const changes = {
    ...titled(DYNASTIC, 'Gulls', 'over: [Crabs]\n'),
    ...titled(CRABS, 'Crabs', 'over: [Gulls]\n'),
  };
  expect(await pass(real, changes)).toBeNull();
  expect((await real.content()).has(`${CRABS}.md`)).toBe(true);
});

test('circular views on which nothing depends stop nobody', async () => {
  const real = await testGame();
  const changes = clause(
    "{ views: { gulls: { of: 'game', returns: { kind: 'integer' }, value: () => g.view('gulls', 'game') } } }",
  )();
  expect(await pass(real, changes)).toBeNull();
  expect(await pass(real, titled(CRABS, 'Crabs'))).toBeNull();
});

test('a renamed rule file, and one moved to another section, continue to work', async () => {
  const real = await testGame();
  const gulls = clause("{ player: { gulls: { kind: 'integer' } } }")();
  expect(await pass(real, gulls)).toBeNull();
  const moved = (from: string, to: string): Changes =>
    Object.fromEntries(
      ['md', 'ts'].flatMap((end) => [
        [`${from}.${end}`, null],
        [`${to}.${end}`, gulls[`${DYNASTIC}.${end}`] ?? null],
      ]),
    );
  const terns = 'content/ruleset/dynastic/terns';
  expect(await pass(real, moved(DYNASTIC, terns))).toBeNull();
  expect(await pass(real, moved(terns, APPENDIX))).toBeNull();
  const content = await real.content();
  expect([content.has(`${terns}.md`), content.has(`${APPENDIX}.ts`)]).toEqual([false, true]);
  expect(content.get('content/gamestate/players/bo.md')).toContain('gulls: 0');
});

test('the core rule of votes can be renamed with its clause', async () => {
  const real = await testGame();
  const before = await real.content();
  const to = VOTES.replace('votes.md', 'ballots.md');
  const both = [VOTES, VOTES.replace('.md', '.ts')];
  const changes = Object.fromEntries(
    both.flatMap((path) => [
      [path, null],
      [path.replace('votes.', 'ballots.'), before.get(path) ?? null],
    ]),
  );
  expect(await pass(real, changes)).toBeNull();
  expect((await real.content()).has(to)).toBe(true);
  expect(await pass(real, titled(CRABS, 'Crabs'))).toBeNull();
});

/** Rules that say so see that a rule is taken out of the reach of dynasties, or put back into it, however it is asked for. */
const FLIPS: Readonly<Record<string, readonly [(text: string) => Changes, string]>> = {
  'by its file': [(text) => ({ [VOTES]: text.replace('---\n', '---\nentrenched: true\n') }), 'Please.'],
  'by its file, for some kinds': [
    (text) => ({ [VOTES]: text.replace('---\n', '---\nentrenched:\n  - cfj\n') }),
    'Please.',
  ],
};

test.each(Object.entries(FLIPS))('a watching rule stops a flip of entrenched %s', async (_, [edit, text]) => {
  const real = await testGame();
  const isWatched = async (): Promise<boolean> => {
    const words = (await real.content()).get(VOTES) ?? '';
    await pass(real, edit(words), text);
    return /^entrenched:/mu.test((await real.content()).get(VOTES) ?? '');
  };
  expect(await pass(real, clause(DEEDS.denies('may-change', 'change.entrenches'))())).toBeNull();
  expect(await isWatched()).toBe(false);
  expect(await pass(real, { [`${DYNASTIC}.md`]: null, [`${DYNASTIC}.ts`]: null })).toBeNull();
  expect(await isWatched()).toBe(true);
});

test.each([true, false])(
  'only a watching rule stops a flip of entrenched by its own verb, with the rule: %s',
  async (isWatched) => {
    const edition = isWatched
      ? game.with(clause(DEEDS.denies('may-change', 'change.entrenches'))())
      : game.edition;
    const play = await Play.start({ ...edition, state: game.state, draw: () => 1, caches });
    const set = { verb: 'set', path: 'ruleset.Votes.entrenched', value: true } as const;
    const more = {
      id: '1',
      kind: 'proposal',
      title: '[Core] Votes',
      text: 'Please.',
      changes: [set],
    } as const;
    play.take({ type: 'post', at: AT, by: 'bo', ...more });
    for (const by of PEOPLE)
      play.take({ type: 'comment', at: AT, by, on: '1', id: `1-${by}`, text: ':for:' });
    play.tick(hoursAfter(AT, 49));
    const { status, omitted } = play.state().posts['1'] ?? {};
    expect([status, omitted?.length]).toEqual(['enacted', isWatched ? 1 : 0]);
    const entrenched = play.manifest.rules.find(({ title }) => title === 'Votes')?.entrenched;
    play.dispose();
    expect(entrenched).toBe(!isWatched);
  },
);

test('the game goes on if the only Admin is removed in the middle', async () => {
  const real = await testGame();
  const path = 'content/gamestate/players/ana.md';
  const text = ((await real.content()).get(path) ?? '').replace('admin: true', 'admin: false');
  expect(await pass(real, { [path]: text })).toBeNull();
  expect((await real.content()).get(path)).not.toContain('admin: true');
  expect(await pass(real, titled(CRABS, 'Crabs'))).toBeNull();
  expect((await real.content()).has(`${CRABS}.md`)).toBe(true);
});

test('a rule that overrules a denying one lets matters through, as the docs say', () => {
  const gulls = clause(DEEDS.denies('may-enact', 'true'))();
  const over = (more: string): Changes => ({
    ...gulls,
    [`${CRABS}.md`]: `---\ntitle: Crabs\norder: 97\n${more}---\nCrabs let everything through.\n`,
    [`${CRABS}.ts`]: `import { rule } from 'gitnomic/rules';\n\nexport default rule(() => ({ hooks: { 'may-enact': () => 'permit' } }));\n`,
  });
  expect(whyNotOn(game.rehearse(over(''), AT))).toMatch(/the gulls do not like it/u);
  const found = game.rehearse(over('over: [Gulls]\n'), AT);
  expect([whyNotOn(found), sayLocks(found)]).toEqual([null, []]);
});
