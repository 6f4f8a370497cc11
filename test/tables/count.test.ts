// “Make it count”: lines of a rule that a form writes, without script.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Browse, matterIn, valueIn, type Page } from '../home/browse.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { openHome, type TestHome } from '../home/open-home.ts';

let home: TestHome;
let ana: Browse;

beforeAll(async () => {
  home = await openHome({ core: 'fireside', dynasty: 'dice-and-dares', caches });
  ana = new Browse(home.server.port);
  await ana.sitAs('ana');
});
afterAll(() => home.close());

/** What a page says, without its markup. */
const said = ({ text }: Page): string =>
  (/<main[\s\S]*<\/main>/u.exec(text)?.[0] ?? text)
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll('&#39;', '’')
    .replaceAll(/\s+/gu, ' ');
const bodyIn = (page: Page): string =>
  valueIn(page, 'body').replaceAll('&#10;', '\n').replaceAll('&quot;', '"').replaceAll('&#39;', "'");

const NEW = { change: 'add', name: 'Wishes', section: 'dynastic', under: '', entry: '', clause: '' };
const PROSE = 'Each player has Coins, which start at 5.\n\nA player may pay 2 Coins to make a Wish.\n';
/** An event’s line, as the form asks for it. */
const PAID = {
  is: 'events',
  row: '',
  'c-0-0': 'a {kind} is adopted',
  'c-0-0-kind': 'proposal',
  'c-1-0': 'its author',
  'c-2-0': '{amount} {count}',
  'c-2-0-amount': '3',
  'c-2-0-count': 'Coins',
  'c-4-0': '{often} a {period}',
  'c-4-0-often': 'twice',
  'c-4-0-period': 'week',
};
const COINS = { is: 'variables', row: '', lead: 'Each player has', 'c-0': 'Coins', 'c-1': '5', 'c-5-0': '' };

test('a form adds counting lines to a rule in prose, and they’re enacted with it', async () => {
  await ana.get('/do/rule/?change=add');
  const prose = await ana.send('/do/rule/', { ...NEW, body: PROSE, do: 'preview' });
  expect(said(prose)).toContain(
    'The computer doesn’t count this, so you do it yourselves: “Each player has Coins',
  );
  const asked = await ana.send('/do/count/', { ...NEW, body: PROSE, do: 'add-variables' });
  expect(said(asked)).toContain('What does it start at?');
  const coins = await ana.send('/do/count/', { ...NEW, body: PROSE, ...COINS, do: 'take' });
  expect(said(coins)).toContain('Each player has Coins, starting at 5.');
  const body = bodyIn(coins);
  const paid = await ana.send('/do/count/', { ...NEW, body, ...PAID, do: 'take' });
  expect(said(paid)).toContain('When a proposal is adopted, its author gets 3 Coins, at most twice a week.');
  expect(bodyIn(paid)).toBe(
    `${body}\n| When                  | who        | gets    | limit        |\n| --------------------- | ---------- | ------- | ------------ |\n| a proposal is adopted | its author | 3 Coins | twice a week |\n`,
  );
  // The page shows no table, since the lines are sentences.
  expect(said(paid)).not.toContain('|');
  const whole = { ...NEW, body: bodyIn(paid), title: 'Wishes' };
  const seen = await ana.send('/do/count/', { ...whole, do: 'propose', mark: '' });
  expect(said(seen)).toContain('in favour: it works.');
  const proposed = await ana.send('/do/count/', { ...whole, do: 'propose', mark: valueIn(seen, 'mark') });
  expect(said(proposed)).toContain('Proposed.');
  const id = matterIn(proposed);
  for (const who of ['bo', 'cy', 'dee', 'eli']) {
    await ana.sitAs(who);
    await ana.get(`/matters/${id}/`);
    await ana.send('/do/vote/', { on: id, vote: 'FOR', text: '' });
  }
  await ana.sitAs('ana');
  const rule = await ana.get('/rules/dynastic/wishes/');
  expect(said(rule)).toContain('twice a week');
});

test('reads a table written by hand, and changes one of its cells', async () => {
  const list = await ana.get('/do/count/?path=dynastic%2Fgood-ideas');
  expect(said(list)).toContain('When a proposal is adopted, whoever voted against gets 1 Throw.');
  const held = {
    change: 'edit',
    path: 'dynastic/good-ideas',
    base: valueIn(list, 'base'),
    body: bodyIn(list),
    clause: '',
  };
  const asked = await ana.send('/do/count/', { ...held, do: 'change-0-1' });
  expect(said(asked)).toContain('Put it into the rule');
  const more = { is: 'events', row: '0-1', 'c-0-0': 'a {kind} is adopted', 'c-0-0-kind': 'proposal' };
  const what = {
    'c-1-0': 'whoever voted against',
    'c-2-0': '{amount} {count}',
    'c-2-0-count': 'Throws',
  };
  const taken = await ana.send('/do/count/', { ...held, ...more, ...what, 'c-2-0-amount': '4', do: 'take' });
  expect(bodyIn(taken)).toBe(held.body.replace('1 Throw  |', '4 Throws |'));
});

test('an unreadable line shows what is possible there, while it’s typed', async () => {
  const live = await ana.send(
    '/do/count/',
    { ...NEW, body: PROSE, ...PAID, 'c-2-0': 'in words', 'c-2-0-words': '(3 Points', do: 'preview' },
    { 'x-home-part': 'preview' },
  );
  expect(said(live)).toMatch(/Possible here: .*For example/u);
  const table = '\n| When | who | gets |\n| - | - | - |\n| a player wins | nobody here | 3 Points |\n';
  const rule = await ana.send(
    '/do/rule/',
    { ...NEW, body: table, do: 'preview' },
    { 'x-home-part': 'preview' },
  );
  expect(said(rule)).toMatch(
    /line \d+ , under “who” : |line \d+, “a player wins”, under “who”: Nobody is called “nobody here”/u,
  );
});

test('a renamed variable is reported as missing wherever a table uses it', async () => {
  const list = await ana.get('/do/count/?path=dynastic%2Fpoints');
  const body = bodyIn(list).replace('Throws         ', 'Tries          ');
  const live = await ana.send(
    '/do/rule/',
    { change: 'edit', path: 'dynastic/points', base: valueIn(list, 'base'), body, clause: '', do: 'preview' },
    { 'x-home-part': 'preview' },
  );
  expect(said(live)).toContain('“Good Ideas”, line 5');
  expect(said(live)).toContain('“The Die”, line 5');
});
