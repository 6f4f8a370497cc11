// What players read after somebody went back, who may ask for it, and what else allows it. `test/whole-games/recovery.test.ts` has the usual ways.
import { expect, test } from 'vitest';

import type { Person } from '../../forge/events.ts';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { FORMAT, FORMAT_FILE, migrations, type Migration } from '../../store/formats/migrations.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { readGame } from '../../store/read-game.ts';
import { ana, bo, cy, dee, kernelGame, person, type TestGame } from '../../tick/fixtures/embedded-game.ts';
import { BELLS, plant } from './fixtures/enact-bells.ts';
import { goBackFor, recover, recoverAsked, sayUndone, type Recovered, type Recovering } from './recover.ts';

const goBack = (game: TestGame, by: Person, more: Partial<Recovering> = {}): Promise<Recovered> =>
  recover({ forge: game.forge, by: by.id, name: by.name, now: game.now, caches, ...more });

/** The title and the text of the engine's last post. */
async function lastPost(game: TestGame): Promise<readonly [title: string, text: string]> {
  const { events } = await game.forge.observe(null);
  const post = events.findLast((event) => event.type === 'opened' && event.by?.id === game.forge.engine.id);
  return post?.type === 'opened' ? [post.title, post.text] : ['', ''];
}

const VOTES = 'content/ruleset/core/votes.md';
const BROKEN = { [VOTES]: '---\ntitle: Votes\norder: "x\n---\nVotes.\n' };
const GULLS = {
  'content/ruleset/core/gulls.md': '---\ntitle: Gulls\norder: 95\n---\nGulls.\n',
  'content/ruleset/core/gulls.ts': `import { rule } from 'gitnomic/rules';
export default rule(() => ({ hooks: {
  'may-enact'({ refuse, matter }, next) { if (matter.title === 'Tea') refuse('the gulls do not like it'); return next(); },
} }));
`,
};

test('repeals a rule that has refused a matter for a day, and tells everybody who did it and why', async () => {
  const game = await kernelGame(SMALL);
  await plant(game, GULLS);
  const head = await game.branch({ [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' });
  const tea = await game.table.open(bo, { kind: 'proposal', title: 'Tea', text: '', head });
  await game.tick();
  for (const voter of [ana, cy, dee]) await game.table.comment(voter, tea, ':for:');
  game.later(20);
  await expect(goBack(game, ana)).rejects.toMatchObject({ code: 'not-broken' });
  game.later(20);
  const broken = expect.stringMatching(/^Tea: .*the gulls do not like it/u) as string;
  expect(await goBack(game, ana, { why: 'They are loud.' })).toMatchObject({
    broken,
    repealed: 'core/gulls',
  });
  const [title, text] = await lastPost(game);
  expect(title).toBe('A rule in the way was repealed');
  expect(text.split('\n\n')).toEqual([
    'ana repealed core/gulls, which stood in the way. Everything else stays as it is.',
    expect.stringMatching(/^The fault was: Tea: .*the gulls do not like it/u),
    'ana says: They are loud.',
    'Posts, comments and votes since then stay. Actions since then stay.',
  ]);
});

test('after rules that don’t load, tells everybody to which commit an Admin went back', async () => {
  const game = await kernelGame(SMALL);
  const before = await game.mainTip();
  await plant(game, BROKEN);
  await goBack(game, ana);
  const [title, text] = await lastPost(game);
  expect(title).toBe('Earlier rules are in force again');
  expect(text.split('\n\n')).toEqual([
    `ana went back to the rules as they were in ${before.slice(0, 7)}, the last under which the game could go on.`,
    expect.stringMatching(/^The fault was: .*votes\.md/u),
    'Posts, comments and votes since then stay. Actions since then stay.',
  ]);
});

test('by consent, the gamestate goes back too, and the undone actions are named, latest first', async () => {
  const game = await kernelGame({
    players: ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'].map((id) => ({
      id,
      name: id === 'bo' ? 'Robert' : id,
      account: `${id}-1`,
      admin: id === 'ana',
      emperor: id === 'cy',
    })),
  });
  const account = (id: string): Person => person(`${id}-1`);
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.tick();
  const take = async (id: string): Promise<void> => {
    game.later(1);
    await game.table.comment(account(id), thread, '/act take-pip');
    await game.tick();
  };
  await take('dee');
  const to = await game.mainTip();
  await take('ana');
  await game.table.comment(account('bo'), thread, '/act take-pip with=nonsense');
  await take('bo');
  const post = await game.table.open(account('ana'), { kind: 'story', title: 'Back', text: '' });
  for (const id of ['ana', 'bo', 'cy', 'dee'])
    await game.table.comment(account(id), post, `I consent to ${to.slice(0, 10)}.`);
  const { mark } = await game.forge.observe(null);
  await game.table.comment(account('dee'), post, `/recover ${to.slice(0, 10)}`);
  const { events } = await game.forge.observe(mark);
  const undone =
    'With the gamestate, 2 actions since then are undone: Robert: take-pip, 2024-03-01 12:00; ana: take-pip, 2024-03-01 11:00.';
  expect(await recoverAsked({ forge: game.forge, events, now: game.now, caches })).toEqual([
    `The game is back at ${to.slice(0, 10)}; 0 enactments are undone. ${undone}`,
  ]);
  const [, text] = await lastPost(game);
  expect(text.split('\n\n')).toEqual([
    `dee-1 went back to the rules as they were in ${to.slice(0, 7)}, and to the gamestate of then.`,
    `ana, bo, cy, dee consented, on post ${post}.`,
    `Posts, comments and votes since then stay. ${undone}`,
  ]);
  const { state } = readGame(await game.content());
  expect([state?.players['ana']?.['pips'], state?.players['dee']?.['pips']]).toEqual([3, 4]);
});

test.each<readonly [actions: readonly string[], said: string]>([
  [[], 'Actions since then stay.'],
  [['Bo: roll'], 'With the gamestate, one action since then is undone: Bo: roll.'],
  [['a', 'b', 'c', 'd'], 'With the gamestate, 4 actions since then are undone: a; b; c; … and 1 more.'],
])('names the first few of the undone actions %j', (actions, said) => {
  expect(sayUndone(actions)).toBe(said);
});

test('if rules have made everybody inactive, the consent of more than half of all players is enough', async () => {
  const game = await kernelGame(SMALL);
  const change = async (from: RegExp, to: string): Promise<void> => {
    const players = [...(await game.content())].filter(([path]) => path.includes('gamestate/players/'));
    await plant(game, Object.fromEntries(players.map(([path, text]) => [path, text.replace(from, to)])));
  };
  await change(/^state: .*$/mu, 'state: idle');
  const to = await game.mainTip();
  await change(/^name: /mu, 'name: Old ');
  const post = await game.table.open(ana, { kind: 'story', title: 'Back', text: '' });
  const consent = { to, post };
  const consents = (by: Person): Promise<unknown> => game.table.comment(by, post, `I consent to ${to}`);
  for (const by of [ana, bo, cy]) await consents(by);
  await expect(goBack(game, ana, { consent })).rejects.toMatchObject({ code: 'no-consent' });
  await consents(dee);
  expect(await goBack(game, ana, { consent })).toMatchObject({ from: to, changed: { length: 6 } });
});

test('somebody who isn’t an Admin in the restored state may go back if they are one now', async () => {
  const game = await kernelGame(SMALL);
  const [path = '', text = ''] =
    [...(await game.content())].find(([one]) => one.endsWith('players/bo.md')) ?? [];
  await plant(game, { ...BROKEN, [path]: text.replace('admin: false', 'admin: true') });
  expect(await goBack(game, bo)).toMatchObject({ changed: [VOTES] });
});

test('doesn’t carry out a request again that the engine has answered', async () => {
  const game = await kernelGame(SMALL);
  await plant(game, BROKEN);
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.table.open(ana, { kind: 'story', title: 'Back', text: '/recover' });
  const comment = await game.table.comment(ana, thread, '/recover');
  const { events } = await game.forge.observe(null);
  const asked: unknown[] = [];
  const recovered = (awaited: boolean): Promise<readonly string[]> => {
    const awaits = (...about: readonly string[]): boolean => asked.push(about) > 0 && awaited;
    return recoverAsked({ forge: game.forge, events, awaits, now: game.now, caches });
  };
  const main = await game.mainTip();
  expect([await recovered(false), await game.mainTip()]).toEqual([[], main]);
  expect(await recovered(true)).toEqual([expect.stringMatching(/^The game is back at/u)]);
  expect(await game.said(thread)).toEqual([expect.stringMatching(/^The game is back at/u)]);
  expect(asked).toEqual([
    [thread, `recover-${comment}`],
    [thread, `recover-${comment}`],
  ]);
});

test('first upgrades a game in an older format, unless it is a dry run', async () => {
  const game = await kernelGame(SMALL);
  await plant(game, { [FORMAT_FILE]: `{"format":${FORMAT - 1}}\n`, ...BROKEN });
  const older = await game.mainTip();
  const toThis: Migration = { to: FORMAT, what: 'Nothing changes.', migrate: () => new Map() };
  (migrations as Migration[]).push(toThis);
  try {
    const dry = await goBack(game, ana, { dryRun: true });
    expect([dry.commit, dry.changed, await game.mainTip()]).toEqual([null, [VOTES], older]);
    await goBackFor({ id: 'ana', name: 'ana' }, { forge: game.forge, now: game.now, caches });
  } finally {
    (migrations as Migration[]).pop();
  }
  expect((await game.content()).get(FORMAT_FILE)).toBe(`{"format":${FORMAT}}\n`);
  expect((await game.content()).get(VOTES)).not.toBe(BROKEN[VOTES]);
});

test('goes back for nobody on a forge without a game', async () => {
  const game = await kernelGame(SMALL);
  const forge = { ...game.forge, repository: { ...game.forge.repository, gitdir: 'elsewhere.git' } };
  await expect(goBackFor(ana, { forge, now: game.now, caches })).rejects.toMatchObject({ code: 'no-game' });
});
