// What the command line tells about a game, in each ruleset of the library and each pack’s dynasty, played for some days by
// machines: whoever reads it reads words. Ids stand only where they are to be typed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { BEGAN, CORES, known, NAMES, PACKS, play, timeAt } from './played-game.ts';
import { unreadableWords } from './unreadable-words.ts';

/** All of them take minutes: each `npm test` plays some. */
const whole = process.env['GITNOMIC_SAMPLE'] === 'whole';
const OFTEN: ReadonlySet<string> = new Set(['suber', 'clans']);
const GAMES = [...CORES, ...PACKS].filter(({ title }) => whole || OFTEN.has(title));

/** Spread over all of them; each of them where there is time for it. */
const some = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, at) => whole || at % Math.ceil(all.length / 10) === 0);

/** Everything that reads a game, and slips that are answered with what was meant. */
async function commandsFor(folder: string, now: string): Promise<readonly (readonly string[])[]> {
  const game = await openLocalGame(folder, { now, caches });
  return withPosition(game, ({ open: { play } }) => {
    const { posts, things, players } = play.state();
    const pending = Object.values(posts).filter(({ status }) => status === 'pending');
    const actions = Object.keys(play.model.actions);
    const fields = Object.keys(play.model.fields['player'] ?? {});
    const [someone = ''] = Object.keys(players);
    return [
      ['status'],
      ...NAMES.map((name) => ['status', '--as', name]),
      ['admin', 'overview'],
      ['act'],
      ...NAMES.slice(0, 2).flatMap((name) => [
        ['act', '--as', name],
        ['can', '--as', name],
      ]),
      ...[
        'post',
        'seal',
        'seal open',
        'seal keys',
        'seal list',
        'seal check',
        'admin moderation',
        'links',
      ].map((one) => one.split(' ')),
      ['log', '-n', '300'],
      ['log', 'journal', '-n', '300'],
      ['show', 'game'],
      ['show', 'dynasty'],
      ['show', 'nothing-like-it'],
      ...NAMES.map((name) => ['show', name]),
      ...fields.slice(0, 8).map((field) => ['show', `players.${someone}.${field}`]),
      ...Object.entries(things).flatMap(([collection, all]) => [
        ['show', collection],
        ...Object.keys(all)
          .slice(0, 3)
          .map((id) => ['show', `${collection}.${id}`]),
      ]),
      ...Object.keys(posts).map((id) => ['show', id]),
      ...some(play.manifest.rules).map(({ number }) => ['show', number]),
      ...Object.keys(posts)
        .slice(0, 4)
        .map((id) => ['diff', id]),
      ...pending.flatMap(({ id }) => [
        ['why', id],
        ['resolve', id],
        ['rehearse', 'vote', 'for', id, '--as', 'Bo'],
      ]),
      ...some(actions).flatMap((action) => [
        ['why', action, '--as', 'Bo'],
        ['rehearse', 'act', action, '--as', 'Cy'],
      ]),
      ...some(actions)
        .filter((one) => Object.keys(play.model.actions[one]?.with ?? {}).length > 0)
        .map((one) => ['act', one, '--as', 'Dee']),
      ['post', 'nonsense', 'Title', '--as', 'Ana'],
      ['vote', 'nonsense', pending[0]?.id ?? '1', '--as', 'Ana'],
      ['tick', '--dry-run'],
      ['simulate', '--days', '1'],
    ];
  });
}

/** The comments of the engine, without what it quotes and what stands in its marks for itself. */
function saidBelowPosts(folder: string): readonly string[] {
  const lines = readFileSync(join(folder, '.gitnomic/forge/events.jsonl'), 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { readonly type: string; readonly text?: string })
    .filter(({ type }) => type === 'engine-said')
    .map(({ text = '' }) => text.replaceAll(/<!--[^]*?-->|```[^]*?```|<[^>]*>|^> .*$/gmu, ' '));
}

/** The law is as the rules have it: of a rule the command line tells what its clause does. */
const ofTheLaw = (words: readonly string[], said: string): string =>
  words[0] === 'show' && said.includes('\nClause: ')
    ? said.slice(said.indexOf('\nClause: ')).replace(/^\nClause: \S+/u, '')
    : words[0] === 'show' && said.includes('Played by people: there is no clause.')
      ? ''
      : said;

describe.each(GAMES)('$title', ({ title, init }) => {
  const root = mkdtempSync(join(tmpdir(), `gitnomic-words-`));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('the command line describes the game in words', async () => {
    const folder = join(root, title, 'game');
    const begun = await runIn(root, timeAt(BEGAN), [
      'init',
      folder,
      '--name',
      'Harbour',
      ...init,
      ...NAMES.flatMap((name) => ['--player', name]),
    ]);
    expect(begun, begun.said).toMatchObject({ code: 0 });
    const now = await play(folder);
    const ids = await known(folder, now);
    const found = new Map<string, string>();
    let told = 0;
    for (const words of await commandsFor(folder, now)) {
      const { said } = await runIn(folder, now, words);
      told += said.length;
      for (const what of unreadableWords(ofTheLaw(words, said), ids))
        found.set(what, `${words.join(' ')}: ${what}`);
    }
    const comments = saidBelowPosts(folder);
    expect(comments.length).toBeGreaterThan(2);
    for (const text of comments)
      for (const what of unreadableWords(text, ids)) found.set(what, `below a post: ${what}`);
    expect(told).toBeGreaterThan(5_000);
    expect([...found.values()]).toEqual([]);
  });
});
