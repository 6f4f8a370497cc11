import { existsSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { serveTable } from '../../src/cli/table/serve-table.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { statusAt } from '../../src/seat/read-table.ts';
import { Browse, textareaIn, valueIn } from './browse.ts';
import { openTable, START, type TestTable } from './open-table.ts';

let table: TestTable;
let ana: Browse;
let bo: Browse;
const VOTES = 'core/votable-matters/votes';

beforeAll(async () => {
  table = await openTable();
  ana = new Browse(table.server.port);
  bo = new Browse(table.server.port);
});
afterAll(() => table.close());

test('nobody sits down unasked, and everybody can look', async () => {
  const front = await ana.get('/');
  expect(front.status).toBe(200);
  expect(front.text).toContain('Nobody has said who sits here');
  expect((await ana.send('/act', { action: 'roll', 'p-roll': 'DICE6', do: 'take' })).status).toBe(403);
});

describe('a proposal, from the words of a rule to the rule in force', () => {
  let matter = '';

  test('the difference is shown before anything is proposed', async () => {
    await ana.sitAs('ana');
    await bo.sitAs('bo');
    const rule = await ana.get(`/rule?path=${VOTES}`);
    const fields = {
      change: 'edit',
      path: VOTES,
      base: valueIn(rule, 'base'),
      body: textareaIn(rule, 'body').replace('[48](#value:window)', '[12](#value:window)'),
      title: '[Core] A brisker window',
      text: 'Two days are long.',
    };
    const shown = await ana.send('/rule', { ...fields, do: 'preview' });
    expect(shown.text).toContain('<del>48</del><ins>12</ins>');
    expect((await ana.get('/')).text).toContain('Nothing is pending');
    const proposed = await ana.send('/rule', { ...fields, do: 'propose' });
    expect(proposed.text).toContain('It is proposed.');
    expect(proposed.text).toContain('<ins>12</ins>');
    matter = /proposal (\d+) by ana/u.exec(proposed.text.replaceAll(/\s+/gu, ' '))?.[1] ?? '';
    expect(matter).not.toBe('');
  });

  test('a vote is cast where the rules allow it, and the reason stands beside where they do not', async () => {
    const page = await bo.get(`/matter?id=${matter}`);
    expect(page.text).toMatch(/value="VETO"\s+disabled\s+aria-describedby="why-VETO"/u);
    const after = await bo.send('/vote', { on: matter, vote: 'FOR', text: 'Gladly <b>!' });
    expect(after.text).toContain('Bo votes FOR.');
    expect(after.text).toContain('2 for');
    expect(after.text).toContain('Gladly &lt;b&gt;!');
  });

  test('it is enacted when the clock has moved on, and the command line sees the same game', async () => {
    const later = await ana.send('/forward', { hours: '49' });
    expect(later.text).toContain(`Enact ${matter}: [Core] A brisker window`);
    expect((await ana.get(`/rule?path=${VOTES}`)).text).toContain('[12](#value:window)');
    expect((await ana.send('/tick', {})).text).toContain('Nothing is due.');
    const game = await openLocalGame(table.folder, { now: START, caches });
    expect((await statusAt(game)).queue).toEqual([]);
    expect((await ana.get('/log')).text).toContain(`enact ${matter}, [Core] A brisker window`);
  });
});

describe('actions', () => {
  test('a refusal is shown before anything is done, at the field that it is about', async () => {
    const shown = await ana.send('/act', { action: 'idle', 'p-player': '', do: 'preview' });
    expect(shown.text).toContain('aria-invalid="true"');
    expect(shown.text).toContain('id="p-player-error"');
    const list = await bo.get('/actions');
    expect(list.text).toContain('Not now, and why');
    const refused = await bo.send('/act', { action: 'join', 'p-player': 'fay', do: 'take' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('The rules refuse it as it stands.');
  });

  test('what dice will say is not told beforehand, and is told afterwards', async () => {
    const words = { action: 'roll', 'p-roll': '2DICE6' };
    const shown = await bo.send('/act', { ...words, do: 'preview' });
    expect(shown.text).toContain('Chance decides the rest.');
    expect(shown.text).not.toMatch(/DICE6: \d/u);
    expect((await bo.send('/act', { ...words, do: 'take' })).text).toMatch(/DICE6: \d/u);
  });

  test('the preview alone is there for the page’s script', async () => {
    const words = { action: 'roll', 'p-roll': '<img src=x>', do: 'preview' };
    const part = await bo.send('/act', words, { 'x-table-part': 'preview' });
    expect(part.text).not.toContain('<html');
    expect(part.text).not.toContain('<img');
  });
});

test('going back is a copy that goes on, and the game stays as it is', async () => {
  const points = await ana.get('/points');
  const before = await (await openLocalGame(table.folder, { now: START, caches })).main();
  const commits = [...points.text.matchAll(/name="commit"\s+value="([0-9a-f]{40})"/gu)].map(
    ([, oid]) => oid ?? '',
  );
  const copy = await ana.send('/fork', { commit: commits.at(-1) ?? '' });
  expect(copy.text).toContain('This table now plays a copy of the game');
  expect(existsSync(`${table.folder}-fork-1/content`)).toBe(true);
  expect((await ana.get(`/rule?path=${VOTES}`)).text).toContain('[48](#value:window)');
  expect(
    (await ana.send('/post', { kind: 'story', title: 'Another way', text: '', do: 'post' })).text,
  ).toContain('It is posted.');
  expect(await (await openLocalGame(table.folder, { now: START, caches })).main()).toBe(before);
  await ana.get('/points');
  await ana.send('/switch', { folder: table.folder });
  expect((await ana.get(`/rule?path=${VOTES}`)).text).toContain('[12](#value:window)');
});

describe('who may ask', () => {
  test('an address that this machine does not have is said to be none of its', async () => {
    const elsewhere = serveTable({
      game: await openLocalGame(table.folder, { caches }),
      port: 0,
      host: '203.0.113.7',
      caches,
    });
    await expect(elsewhere).rejects.toThrow('203.0.113.7 is no address of this machine.');
  });

  test.each(['evil.example', 'localhost.evil.example', '10.1.2.3', 'localhost:1'])(
    'not by the name %s',
    async (host) => {
      const named = host.includes(':') ? host : `${host}:${table.server.port}`;
      expect((await ana.get('/', { host: named })).status).toBe(421);
    },
  );

  test('nothing is done for a page elsewhere, or without the session’s token', async () => {
    expect((await ana.send('/tick', {}, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await ana.send('/tick', {}, { origin: 'null' })).status).toBe(403);
    expect((await ana.send('/tick', { csrf: 'guessed' })).status).toBe(403);
    expect((await new Browse(table.server.port).send('/tick', { csrf: 'x' })).status).toBe(403);
  });

  test('what is too long, odd or not there gets a sentence', async () => {
    expect((await ana.send('/comment', { on: '1', text: 'x'.repeat(400_000) })).text).toContain('too long');
    expect((await ana.send('/forward', { hours: '-3' })).text).toContain('It has not been moved');
    expect((await ana.get('/nothing')).text).toContain('The table has no such page.');
    expect((await ana.get('/rule?path=../../secret')).status).toBe(404);
    expect((await ana.get('/matter?id=constructor')).status).toBe(404);
    expect((await ana.get('/act?action=__proto__')).status).toBe(404);
  });
});
