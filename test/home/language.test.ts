// Forms at home in a language that marks each text: words without marks were forgotten, or belong to the game.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { MESSAGES } from '../../src/language/catalogue.ts';
import { wordsOn } from '../site/read-html.ts';
import { Browse, matterIn, textareaIn, type Page } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

const MARKED = Object.fromEntries(MESSAGES.map((message) => [message, `⟦${message}⟧`]));
const A_MARKED_TEXT = /⟦[^⟦⟧]*⟧/gu;
/** Names, rules' words and times are the game's own. */
const THE_GAMES_OWN = /Ana|Bo|Cy|Dee|Eli|UTC/gu;

let home: TestHome;
let ana: Browse;

beforeAll(async () => {
  home = await openHome();
  const content = join(home.folder, 'content');
  mkdirSync(join(content, 'languages'), { recursive: true });
  writeFileSync(join(content, 'site.yml'), 'language: eo\n');
  writeFileSync(join(content, 'languages/eo.yml'), JSON.stringify(MARKED));
  ana = new Browse(home.server.port);
  await ana.sitAs('ana');
}, 60_000);
afterAll(() => home.close());

/** The words of a page's own part that nothing marks, without those that people may choose. */
function unmarkedIn({ text }: Page): readonly string[] {
  const main = /<main[\s\S]*<\/main>/u.exec(text)?.[0] ?? 'no page';
  let left = main
    .replaceAll(/<(script|option|datalist|code)\b[\s\S]*?<\/\1>/gu, '')
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

test('so is what a form answers, and the problem of a request', async () => {
  await ana.get('/do/time/');
  const sure = await ana.send('/do/time/', { hours: '12', do: 'forward' });
  expect(sure.text).toContain('⟦Yes, move it by 12 hours⟧');
  expect(unmarkedIn(sure)).toEqual([]);
  const moved = await ana.send('/do/time/', { hours: 'two', do: 'forward' });
  expect([moved.status, unmarkedIn(moved)]).toEqual([400, []]);
  expect(unmarkedIn(await ana.get('/do/nowhere/'))).toEqual([]);
});

/** A sub-rule to write about, a proposal that is enacted, one that is pending with votes and a comment, and dice. */
async function playSome(): Promise<void> {
  const votes = { change: 'edit', path: 'core/votable-matters/votes', title: '', clause: '' };
  const { text } = await ana.get('/do/rule/?path=core/votable-matters/votes');
  const body = textareaIn({ text } as Page, 'body');
  const edit = { ...votes, body: body.replace('[48]', '[36]'), text: 'Sooner.', do: 'propose' };
  const first = matterIn(await ana.send('/do/rule/', { ...edit, mark: '' }));
  for (const who of ['ana', 'bo', 'cy', 'dee']) {
    await ana.sitAs(who);
    await ana.get(`/matters/${first}/`);
    await ana.send('/do/vote/', { on: first, vote: 'FOR', text: '' });
  }
  await ana.sitAs('ana');
  await ana.get('/do/time/');
  await ana.send('/do/time/', { hours: '49', sure: '49', do: 'forward' });
  await ana.act({ action: 'roll', 'p-roll': 'DICE6' });
  await ana.get('/do/rule/?change=add');
  await ana.send('/do/rule/', {
    change: 'add',
    section: 'core',
    title: 'Harbour',
    body: 'Eli.',
    text: '',
    do: 'propose',
  });
}

/** What rules call things: their own titles, those in their clauses, terms and votes, and the commands by which one does something. */
function namesOfRules(): readonly string[] {
  const folder = join(home.folder, 'content/ruleset');
  const files = globSync('**/*.{md,ts}', { cwd: folder }).map((path) =>
    readFileSync(join(folder, path), 'utf8'),
  );
  const titles = files.flatMap((text) =>
    [...text.matchAll(/\b(?:title|about|told|says?): *(['"`]?)(.+?)\1(?:,|\n| \})/gu)].map(
      ([, , title = '']) => title,
    ),
  );
  return [...titles, 'Harbour', 'FOR', 'AGAINST', 'DEFERENTIAL', 'VETO', 'for', 'against'].sort(
    (a, b) => b.length - a.length,
  );
}

/** Classes of what rules and people wrote. */
const WRITTEN = ['prose', 'law', 'change', 'given', 'here'];

/** The words of a page that nothing marks and no rule has. */
function foreignIn({ text }: Page): readonly string[] {
  let left = wordsOn(text.replaceAll(/<(option|datalist)\b[\s\S]*?<\/\1>/gu, ''), WRITTEN);
  while (A_MARKED_TEXT.test(left)) left = left.replaceAll(A_MARKED_TEXT, ' ');
  const names = namesOfRules().map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`));
  left = left.replaceAll(new RegExp(`(?<!\\p{L})(?:${names.join('|')})(?!\\p{L})`, 'gu'), ' ');
  return left.replaceAll(THE_GAMES_OWN, '').match(/\p{L}{2,}(?: \p{L}{2,})*/gu) ?? [];
}

const PAGES =
  'welcome/ play/ overview/ first/ then/ matters/ posts/ gamestate/ statistics/ players/ players/ana/ players/bo/ ledger/ dice/ dynasties/ search/ feeds/ seal/ nowhere/'.split(
    ' ',
  );

test(
  'so is every other kind of page, but for what rules and people wrote',
  { timeout: 120_000 },
  async () => {
    await playSome();
    const matters = [...(await ana.get('/matters/')).text.matchAll(/href="\/(matters\/[^/"]+\/)"/gu)].map(
      ([, at = '']) => at,
    );
    const moments = [...(await ana.get('/then/')).text.matchAll(/href="\/(then\/[^/"]+\/)"/gu)].map(
      ([, at = '']) => at,
    );
    expect([matters.length, moments.length]).toEqual([expect.any(Number), 1]);
    const found = new Map<string, readonly string[]>();
    for (const at of [
      '',
      ...PAGES,
      ...new Set(matters),
      ...moments,
      'rules/core/votable-matters/votes/',
      'ruleset/',
    ]) {
      const left = foreignIn(await ana.get(`/${at}`));
      if (left.length > 0) found.set(at, left);
    }
    expect(Object.fromEntries(found)).toEqual({});
  },
);
