// Forms at home in a language that marks each text: words without marks were forgotten, or belong to the game.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { MESSAGES } from '../../src/language/catalogue.ts';
import { Browse, type Page } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

const MARKED = Object.fromEntries(MESSAGES.map((message) => [message, `⟦${message}⟧`]));
const A_MARKED_TEXT = /⟦[^⟦⟧]*⟧/gu;
/** Names, rules' words and times are the game's own. */
const THE_GAMES_OWN = /Ana|Bo|Cy|Dee|Eli|Mentorships|UTC/gu;

let home: TestHome;
let ana: Browse;

beforeAll(async () => {
  home = await openHome({ caches });
  const content = join(home.folder, 'content');
  mkdirSync(join(content, 'languages'), { recursive: true });
  writeFileSync(join(content, 'site.yml'), 'language: eo\n');
  writeFileSync(join(content, 'languages/eo.yml'), JSON.stringify(MARKED));
  ana = new Browse(home.server.port);
  await ana.sitAs('ana');
  // Nobody who reads pages waits for what is changed in the folder.
  await vi.waitUntil(async () => (await ana.get('/do/time/')).text.includes('<html lang="eo"'), 60_000);
});
afterAll(() => home.close());

/** The words of a page's own part that nothing marks, without those that people may choose. */
function unmarkedIn({ text }: Page): readonly string[] {
  const main = /<main[\s\S]*<\/main>/u.exec(text)?.[0] ?? 'no page';
  let left = main
    .replaceAll(/<(script|option|datalist|code|time)\b[\s\S]*?<\/\1>/gu, '')
    .replaceAll(/<[^>]*>/gu, ' ');
  while (A_MARKED_TEXT.test(left)) left = left.replaceAll(A_MARKED_TEXT, '');
  return left.replaceAll(THE_GAMES_OWN, '').match(/\p{L}{2,}/gu) ?? [];
}

test.each(['rule/?change=add', 'values/', 'draft/', 'post/', 'peace/', 'seal/', 'time/', 'who/'])(
  'the form %s is in the language of the game',
  async (path) => {
    const page = await ana.get(`/do/${path}`);
    expect(page.text).toContain('<html lang="eo"');
    expect(page.text).toContain('<h1>⟦');
    expect(unmarkedIn(page)).toEqual([]);
  },
);

test('the answers of a form and the problem of a request are in the game’s language', async () => {
  await ana.get('/do/time/');
  const sure = await ana.send('/do/time/', { hours: '12', do: 'forward' });
  expect(sure.text).toContain('⟦Yes, skip 12 h⟧');
  expect(unmarkedIn(sure)).toEqual([]);
  const moved = await ana.send('/do/time/', { hours: 'two', do: 'forward' });
  expect([moved.status, unmarkedIn(moved)]).toEqual([200, []]);
  expect(unmarkedIn(await ana.get('/do/nowhere/'))).toEqual([]);
});
