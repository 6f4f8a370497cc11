// Tests sealed submissions on one machine, with a collector and brokers: sealing, opening, rehearsing,
// acting, revealing, and the check that anybody can make.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import type { Envelope } from '../../src/session/secrets/envelope.ts';
import { readRevealed, writeRevealed } from '../../src/session/secrets/reveal.ts';
import { revealUsed } from '../../src/seat/sealed-service.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makePaint } from '../../src/cli/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'sealed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let now = '2030-06-03T09:00:00Z';

async function gitnomic(...words: string[]): Promise<{ code: number; json: Record<string, unknown> }> {
  let text = '';
  const code = await runCli({
    words: [...words, '--json'],
    folder,
    environment: { GITNOMIC_NOW: now },
    terminal: {
      out: (more) => void (text += more),
      err: () => {},
      progress: () => {},
      paint: makePaint(false),
      paintErr: makePaint(false),
    },
    caches,
  });
  return { code, json: JSON.parse(text) as Record<string, unknown> };
}

async function done(...words: string[]): Promise<Record<string, unknown>> {
  const { code, json } = await gitnomic(...words);
  expect(code, JSON.stringify(json)).toBe(0);
  return json;
}

test('a round from sealing to a checked reveal', async () => {
  const names = ['col', 'ana', 'bo', 'cy', 'dee', 'eli', 'fay'].flatMap((name) => ['--player', name]);
  await done('init', folder, '--dynasty', 'gallery', ...names, '--emperor', 'col', '--admin', 'ana');
  await done('seal', 'keys', 'publish', '--as', 'col');
  await done('act', 'round-summary', 'theme=Sea', '--as', 'col');
  const png = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();
  writeFileSync(join(folder, 'green.png'), png);
  await done('seal', 'art', 'title=Green', 'image=green.png', '--as', 'ana');
  await done('seal', 'art', 'title=Sea', 'image=green.png', '--as', 'bo');
  await done('seal', 'art', 'title=Emptiness', '--as', 'cy');
  expect((await gitnomic('seal', 'art', 'title=X', 'image=nowhere.png', '--as', 'cy')).code).toBe(2);

  const inbox = await done('seal', 'open');
  expect(inbox['problems']).toEqual([
    { by: 'cy', submission: 'art', problem: 'it needs a title and an image' },
  ]);
  const pictures = inbox['pictures'] as readonly { file: string }[];
  expect(pictures).toHaveLength(2);
  expect((await sharp(readFileSync(pictures[0]?.file ?? '')).metadata()).format).toBe('webp');

  now = '2030-06-07T09:00:00Z';
  const act = ['act', 'round-summary', 'theme=Ice', 'unloadable=[bo]', '--as', 'col'];
  const rehearse = [...act, '--rehearse'];
  const first = await done(...rehearse);
  expect(await done(...act, '--dry-run')).toEqual(first);
  const { changes, comments } = first['rehearsal'] as {
    changes: readonly { line: string; private: boolean }[];
    comments: readonly { on: string; text: string }[];
  };
  expect(comments.map(({ on, text: said }) => [on, said.split('\n')[0]])).toEqual([
    ['Round 1', 'Round 1 is over.'],
    ['Gallery 1 - Sea', '**[Green](#thing:art/r1-1)**'],
  ]);
  expect(changes).toContainEqual({ line: 'Emperor: Who sent which art, Green ana', private: true });
  expect(changes.filter(({ line }) => /^Art: .+ added$/u.test(line))).toHaveLength(1);
  await done('act', 'round-summary', 'theme=Ice', 'unloadable=[bo]', '--as', 'col');
  const ledger = readdirSync(join(folder, 'content', 'ledger')).map((name) =>
    readFileSync(join(folder, 'content', 'ledger', name), 'utf8'),
  );
  expect(ledger.join('')).toContain('"with":{"theme":"Ice"}');
  const log = readFileSync(join(folder, '.gitnomic', 'forge', 'events.jsonl'), 'utf8');
  expect(log.match(/.{20}(unloadable|Emptiness).{20}/u)?.[0]).toBeUndefined();

  expect(readdirSync(join(folder, 'content', 'pictures', 'art'))).toHaveLength(1);

  // A post made by the rules also exists on the forge, with the rules' text, and people can comment on it if the rules allow.
  const events = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  const gallery = events.find(({ key }) => key?.startsWith('gallery-'))?.['post'];
  expect(events.filter(({ type, post }) => type === 'engine-said' && post === gallery)).toMatchObject([
    { text: comments[1]?.text },
  ]);
  await done('comment', 'Gallery 1 - Sea', 'Behold.', '--as', 'col');
  const { code: refused, json: why } = await gitnomic('comment', 'Gallery 1 - Sea', 'Mine.', '--as', 'ana');
  expect([refused, JSON.stringify(why)]).toEqual([
    1,
    expect.stringContaining('only the Collector may comment'),
  ]);

  expect((await done('seal', 'check'))['checked']).toEqual([]);
  expect((await gitnomic('seal', 'reveal', '--kind', 'ballot', '--as', 'col')).code).toBe(1);
  // Somebody who reveals only some of their submissions is named until the others are revealed too.
  const { people } = await openLocalGame(folder, { now, caches });
  const col = { id: 'col', name: 'col', bot: false };
  const whole = await revealUsed(await openLocalGame(folder, { now, caches }), 'art');
  await people.comment(col, '1', writeRevealed((readRevealed(whole ?? '') ?? []).slice(0, 1) as Envelope[]));
  await done('tick');
  const some = await done('seal', 'check');
  expect(some).toMatchObject({ checked: [{ by: 'ana' }], heldBack: [{ by: 'bo' }, { by: 'cy' }] });
  const { text } = (await done('seal', 'reveal', '--kind', 'art', '--as', 'col')) as { text: string };
  const all = await done('seal', 'check');
  expect(all['heldBack']).toEqual([]);
  const checked = all['checked'] as readonly { by: string; why: string | null }[];
  expect(checked.map(({ by, why }) => [by, why])).toEqual([
    ['ana', null],
    ['ana', null],
    ['bo', null],
    ['cy', null],
  ]);
  // Revealing something other than the sealed text is detected.
  await people.comment(col, '1', text.replace('"Green"', '"Grey"'));
  await done('tick');
  const after = await gitnomic('seal', 'check');
  expect(after.code).not.toBe(0);
  expect(JSON.stringify(after.json)).toContain('it is not among the submissions of ana');
  expect((await gitnomic('replay')).code).toBe(0);

  await done('seal', 'keys', 'new', '--because', 'leaked', '--as', 'col');
  await done('seal', 'art', 'title=Later', 'image=green.png', '--as', 'bo');
  expect((await gitnomic('seal', 'keys', 'publish', '--as', 'bo')).code).toBe(1);
  const later = (await done('seal', 'open'))['submissions'] as readonly {
    contents: { title?: string } | null;
  }[];
  expect(later.at(-1)?.contents?.title).toBe('Later');
});
