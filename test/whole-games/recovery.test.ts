// Going back: by an Admin where a game can't go on, and anywhere by enough players' consent.
import { expect, test } from 'vitest';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { openMemoryForge } from '../../src/forge/embedded/local-forge.ts';
import type { Person } from '../../src/forge/events.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { CHECKPOINTS } from '../../src/store/checkpoints.ts';
import { GAME_FILE } from '../../src/store/paths.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  kernelGame,
  VOTES,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { latestMoments, momentOf, rulesNamedIn, whyBroken } from '../../src/care/recover/history.ts';
import { recover, recoverAsked, type Recovered, type Recovering } from '../../src/care/recover/recover.ts';
import { BELLS, enact, enactBells, plant } from '../../src/care/recover/fixtures/enact-bells.ts';

const goBack = (game: TestGame, by: Person, more: Partial<Recovering> = {}): Promise<Recovered> =>
  recover({ forge: game.forge, by: by.id, name: by.name, now: game.now, caches, ...more });

test('a game can go back to any moment with the consent of more than half, then and before', async () => {
  const game = await kernelGame();
  const to = await game.mainTip();
  await enactBells(game);
  const post = await game.table.open(dee, { kind: 'story', title: 'Back', text: 'Shall we?' });
  const consent = { to: to.slice(0, 10), post };
  await game.table.comment(bo, post, `I consent to ${to.slice(0, 10)}.`);
  await game.table.comment(bo, post, `And again: I consent to ${to}.`);
  await game.table.comment(cy, post, `Consent to ${to.slice(0, 10)}`);
  await game.table.comment(eli, post, `I would never consent to it. ${to}`);
  const third = await game.table.comment(ana, post, `Consent to ${to.slice(0, 10)}`);
  await expect(goBack(game, dee, { consent })).rejects.toMatchObject({ code: 'no-consent' });
  expect(await goBack(game, dee, { consent, dryRun: true })).toMatchObject({
    commit: null,
    broken: expect.stringContaining('more than half') as string,
    undone: ['Enact 1: Bells'],
  });
  await game.table.comment(dee, post, `Consent to ${to.slice(0, 10)}`);
  await game.table.editComment(ana, post, third, 'I take that back.');
  await expect(goBack(game, dee, { consent })).rejects.toMatchObject({ code: 'no-consent' });
  await game.table.editComment(ana, post, third, `I consent to ${to.slice(0, 10)} after all.`);
  const { undone } = await goBack(game, dee, { consent });
  expect(undone).toEqual(['Enact 1: Bells']);
  const files = await game.content();
  expect(files.has(BELLS)).toBe(false);
  expect(JSON.parse(files.get('content/checkpoints.json') ?? '')).toMatchObject([
    { kind: 'recovery', from: to, consent: { post, by: ['ana', 'bo', 'cy', 'dee'], of: { length: 6 } } },
  ]);
  expect((await game.tick()).stuck).toEqual([]);
});

test('consent takes more than half both of those who played then and of those before the last enactment', async () => {
  const game = await kernelGame();
  const to = await game.mainTip();
  const out = Object.fromEntries(
    [...(await game.content())]
      .filter(([path]) => path.endsWith('players/fay.md'))
      .map(([path, text]) => [path, text.replace(/^state: .*$/mu, 'state: left')]),
  );
  expect(Object.keys(out)).toHaveLength(1);
  await enact(game, '[Core] Fay goes', out, [ana, bo, cy, dee, eli]);
  await enactBells(game);
  const post = await game.table.open(ana, { kind: 'story', title: 'Back', text: 'Shall we?' });
  const consent = { to: to.slice(0, 10), post };
  for (const person of [ana, bo, cy])
    await game.table.comment(person, post, `I consent to ${to.slice(0, 10)}.`);
  await expect(goBack(game, ana, { consent })).rejects.toMatchObject({
    code: 'no-consent',
    message: expect.stringMatching(/of the 6 who played then, and of more than half of the 5/u) as string,
  });
  // Fay plays no more, and did then.
  await game.table.comment(fay, post, `I consent to ${to.slice(0, 10)}.`);
  await goBack(game, ana, { consent });
  expect((await game.content()).has(BELLS)).toBe(false);
});

/** Somebody's comments on a post, as the engine would hear them. */
async function asks(
  game: TestGame,
  ...said: readonly (readonly [Person, string])[]
): Promise<readonly string[]> {
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: 'Here.' });
  const { mark } = await game.forge.observe(null);
  for (const [by, text] of said) await game.table.comment(by, thread, text);
  const { events } = await game.forge.observe(mark);
  return recoverAsked({ forge: game.forge, events, now: game.now, caches });
}

test('only a whole command asks for it, and those who may not are told why', async () => {
  const game = await kernelGame();
  const to = (await game.mainTip()).slice(0, 10);
  await enactBells(game);
  const main = await game.mainTip();
  expect(await asks(game, [bo, 'Shall we recover?'], [bo, '/roll DICE6'])).toEqual([]);
  const [never, alone] = await asks(game, [bo, '/recover 1234567'], [bo, `/recover ${to}`]);
  expect(never).toMatch(/^Nothing was changed: Main was never at 1234567\./u);
  expect(alone).toMatch(/^Nothing was changed: It takes the consent[^]*bo consented\. Each of them says/u);
  await expect(goBack(game, bo, { consent: { to: '12', post: '1' } })).rejects.toMatchObject({
    code: 'no-such-moment',
  });
  expect(await game.mainTip()).toBe(main);
});

test('nobody can consent for others: others’ edits and removed comments don’t count', async () => {
  const game = await kernelGame();
  const to = (await game.mainTip()).slice(0, 10);
  await enactBells(game);
  const post = await game.table.open(dee, { kind: 'story', title: 'Back', text: 'Shall we?' });
  const other = await game.table.open(dee, { kind: 'story', title: 'Elsewhere', text: 'Hm.' });
  const consent = { to, post };
  const says = (by: Person, on = post) => game.table.comment(by, on, `/recover ${to}`);
  const removed = await says(bo);
  await game.table.removeComment(bo, post, removed);
  await says(cy, other);
  const edited = await game.table.comment(eli, post, 'No.');
  await game.table.editComment(eli, post, edited, `/recover ${to}`);
  // What somebody else wrote into a consent is no longer one.
  await game.table.editComment(dee, post, await says(dee), `/recover ${to}`);
  const forge: Recovering['forge'] = {
    ...game.forge,
    // GitHub lets whoever may write change the words of others.
    observe: async (since) => {
      const { events, ...seen } = await game.forge.observe(since);
      return {
        ...seen,
        events: events.map((one) => (one.type === 'comment-edited' ? { ...one, by: fay } : one)),
      };
    },
  };
  await expect(goBack(game, dee, { forge, consent })).rejects.toMatchObject({
    code: 'no-consent',
    message: expect.stringContaining('nobody consented') as string,
  });
  for (const by of [bo, cy, dee, eli]) await says(by);
  const main = await game.mainTip();
  const dry = await goBack(game, dee, { consent, dryRun: true });
  expect([dry.commit, dry.changed.includes(BELLS), await game.mainTip()]).toEqual([null, true, main]);
  const back = await goBack(game, dee, { consent, why: 'Too loud.' });
  expect(back).toMatchObject({ broken: '4 players consented to go back', repealed: null });
  await expect(goBack(game, dee, { consent })).rejects.toMatchObject({ code: 'nothing-to-undo' });
});

test('lists the moments that a game can go back to, latest first, each with what followed', async () => {
  const game = await kernelGame();
  const first = await game.mainTip();
  await enactBells(game);
  const main = await game.mainTip();
  const moments = await latestMoments(game.forge, main);
  expect(moments.at(-1)?.commit).toBe(first);
  expect(moments[0]?.next).toBe('Enact 1: Bells');
  const moment = await momentOf(game.forge, main, first);
  expect([moment?.undone, [...(moment?.changes.keys() ?? [])].includes(BELLS)]).toEqual([
    ['Enact 1: Bells'],
    true,
  ]);
  expect([moment?.changes.get(BELLS), moment?.beforeLast?.has(BELLS)]).toEqual([null, false]);
  expect(await momentOf(game.forge, main, main)).toBeNull();
  expect(await momentOf(game.forge, main, '0000000')).toBeNull();
});

test('finds rules named in a reason by title, path or place, and only those with a clause', () => {
  const rule = (title: string): string => `---\ntitle: ${title}\n---\nText.\n`;
  const files = new Map([
    ['content/ruleset/dynastic/gulls.md', rule("'Gulls'")],
    ['content/ruleset/dynastic/gulls.ts', ''],
    ['content/ruleset/dynastic/gulls-more.md', rule('Gulls and more')],
    ['content/ruleset/dynastic/gulls-more.ts', ''],
    ['content/ruleset/dynastic/wordy.md', rule('Wordy')],
    ['content/posts/gulls.md', rule('Gulls')],
    ['content/posts/gulls.ts', ''],
  ]);
  const named = (reason: string): readonly string[] => rulesNamedIn(files, reason);
  expect(named('no gulls (Gulls, dynastic/gulls)')).toEqual(['dynastic/gulls']);
  expect(named('it fails at dynastic/gulls.ts:3')).toEqual(['dynastic/gulls']);
  expect(named('it is refused (rule 12 Gulls and more)')).toEqual(['dynastic/gulls', 'dynastic/gulls-more']);
  expect([named('no gulls'), named('(Wordy, dynastic/wordy)')]).toEqual([[], []]);
});

/** A rule without which nothing could be enacted either. */
const BROKEN = { [VOTES]: '---\ntitle: Votes\norder: "x\n---\nVotes.\n' };

test('if the rules no longer load, only an Admin can go back to the last that worked', async () => {
  const game = await kernelGame();
  await expect(goBack(game, ana)).rejects.toMatchObject({ code: 'not-broken' });
  const before = await game.mainTip();
  await plant(game, BROKEN);
  expect(await whyBroken(await game.content(), game.now, caches)).toContain('votes.md');
  await expect(goBack(game, bo)).rejects.toMatchObject({ code: 'not-an-admin' });
  const [said] = await asks(game, [ana, '/recover']);
  expect(said).toBe(
    `The game is back at ${before.slice(0, 10)}; 0 enactments are undone. Actions since then stay.`,
  );
  const files = await game.content();
  expect(files.get(VOTES)).not.toBe(BROKEN[VOTES]);
  expect(JSON.parse(files.get(CHECKPOINTS) ?? '')).toMatchObject([
    { kind: 'recovery', by: 'ana', from: before },
  ]);
  expect(files.has(GAME_FILE)).toBe(true);
});

const GULLS = ['gulls.md', 'gulls.ts', 'gulls/nest.md'].map((name) => `content/ruleset/core/${name}`);
const [GULL = '', CLAUSE = '', NEST = ''] = GULLS;

const NO_VOTE = `import { rule } from 'gitnomic/rules';
export default rule(() => ({ hooks: { 'may-enact'({ refuse }) { refuse('no gulls'); } } }));
`;

test('repeals the one rule that blocks the game, with its sub-rules, and keeps everything else', async () => {
  const game = await kernelGame();
  await enactBells(game);
  await plant(game, {
    [GULL]: '---\ntitle: Gulls\norder: 95\n---\nGulls.\n',
    [CLAUSE]: NO_VOTE,
    [NEST]: '---\ntitle: Nest\norder: 1\n---\nA nest.\n',
  });
  expect(await asks(game, [ana, '/recover'])).toEqual([
    'Repealed: core/gulls. Everything else stays as it is.',
  ]);
  const files = await game.content();
  expect([GULLS.some((path) => files.has(path)), files.has(BELLS)]).toEqual([false, true]);
  expect(JSON.parse(files.get(CHECKPOINTS) ?? '')).toMatchObject([
    { kind: 'recovery', by: 'ana', repealed: 'core/gulls', why: null },
  ]);
  const { message, author } = await readCommit(game.forge.repository, await game.mainTip());
  expect(message).toMatch(/^Repeal core\/gulls, which stood in the way, by ana\n\n.*no gulls/u);
  expect(author).toMatchObject({ name: 'ana', email: 'ana@players.invalid' });
});

test('repeals rules that share a failing module together, and keeps everything else', async () => {
  const game = await kernelGame();
  await enactBells(game);
  const clause =
    "import { integer, rule } from 'gitnomic/rules';\nimport { nest } from './helpers/nest.ts';\nexport default rule(() => ({ game: { NAME: integer({ start: nest }) } }));\n";
  const planted = ['gulls', 'terns'].flatMap((name) => [
    [`content/ruleset/dynastic/${name}.md`, `---\ntitle: ${name}\norder: 90\n---\nBirds.\n`],
    [`content/ruleset/dynastic/${name}.ts`, clause.replace('NAME', name)],
  ]);
  const nest = "export const nest = 1;\nthrow new Error('no nest');\n";
  await plant(game, { ...Object.fromEntries(planted), 'content/ruleset/dynastic/helpers/nest.ts': nest });
  expect(await asks(game, [ana, '/recover'])).toEqual([
    'Repealed: dynastic/gulls and dynastic/terns. Everything else stays as it is.',
  ]);
  const files = await game.content();
  expect([...planted.map(([path = '']) => files.has(path)), files.has(BELLS)]).toEqual([
    ...planted.map(() => false),
    true,
  ]);
  expect(await whyBroken(files, game.now, caches)).toBeNull();
});

test('if nobody is an Admin any more, those of the last working state can go back', async () => {
  const game = await kernelGame();
  const path = [...(await game.content()).keys()].find((one) => one.endsWith('players/ana.md')) ?? '';
  const text = (await game.content()).get(path) ?? '';
  await plant(game, { [path]: text.replace('admin: true', 'admin: false') });
  expect(await whyBroken(await game.content(), game.now, caches)).toBe('nobody is an Admin');
  await expect(goBack(game, bo)).rejects.toMatchObject({ code: 'not-an-admin' });
  const moved: Recovering['forge'] = { ...game.forge, advance: () => Promise.resolve('moved') };
  await expect(goBack(game, ana, { forge: moved })).rejects.toMatchObject({ code: 'contended' });
  expect(await goBack(game, ana, { why: 'Somebody has to.' })).toMatchObject({
    changed: [path],
    repealed: null,
  });
  const { message } = await readCommit(game.forge.repository, await game.mainTip());
  expect(message).toMatch(/^Go back to [0-9a-f]{7}, by ana\n\nSomebody has to\.\n$/u);
});

test('a game that never worked has nothing to go back to', async () => {
  const game = await kernelGame();
  const broken = new Map([...(await game.content()), ...Object.entries(BROKEN)]);
  const { forge } = await openMemoryForge({ clock: () => game.now });
  const author = { name: 'ana', email: '', at: game.now };
  const first = await writeCommit(forge.repository, { parents: [], changes: broken, author, message: 'x\n' });
  await forge.advance('main', null, first);
  await expect(goBack(game, ana, { forge })).rejects.toMatchObject({ code: 'never-worked' });
  const empty = (await openMemoryForge({ clock: () => game.now })).forge;
  await expect(goBack(game, ana, { forge: empty })).rejects.toMatchObject({ code: 'no-game' });
});
