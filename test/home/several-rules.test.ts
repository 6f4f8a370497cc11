// Several rules changed by one proposal: what is written is kept in a draft until it is proposed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { serveHome } from '../../src/cli/home/serve-home.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { Browse, matterIn, textareaIn, valueIn, type Page } from './browse.ts';
import { openHome, START, type TestHome } from './open-home.ts';

let home: TestHome;
let ana: Browse;
let bo: Browse;
const VOTES = 'core/votable-matters/votes';
const MATTERS = 'core/votable-matters';
const PLAYERS = 'core/players';
const IDLE = 'core/players/idle-players';

beforeAll(async () => {
  home = await openHome();
  ana = new Browse(home.server.port);
  bo = new Browse(home.server.port);
  await ana.sitAs('ana');
  await bo.sitAs('bo');
});
afterAll(() => home.close());

const setName = (name: string, more = {}) => ({
  path: 'players.bo.name',
  'for-0': 'players.bo.name',
  'p-value-0': name,
  do: 'keep',
  ...more,
});

const plain = ({ text }: Page): string => text.replaceAll(/\s+/gu, ' ');

async function keepEdit(who: Browse, path: string, change: (body: string) => string, more = {}) {
  const page = await who.get(`/do/rule/?path=${path}`);
  const body = change(textareaIn(page, 'body'));
  const base = valueIn(page, 'base');
  return who.send('/do/rule/', {
    change: 'edit',
    path,
    base,
    body,
    title: '',
    text: '',
    do: 'keep',
    ...more,
  });
}

async function keepRepeal(who: Browse, path: string) {
  const base = valueIn(await who.get(`/do/rule/?path=${path}`), 'base');
  return who.send('/do/rule/', { change: 'repeal', path, base, title: 'Repeal it', do: 'keep' });
}

async function proposeDraft(who: Browse, title: string, more = {}) {
  const mark = valueIn(await who.get('/do/draft/'), 'mark');
  return who.send('/do/draft/', { title, text: 'Both at once.', mark, do: 'propose', ...more });
}

function idOf(page: Page, name: string): string {
  return new RegExp(`name="out" value="(\\d+)"[^>]*>\\s*Remove ${name}`, 'u').exec(plain(page))?.[1] ?? '';
}

test('nobody has a draft without a seat, and an unchanged text doesn’t get into one', async () => {
  const nobody = new Browse(home.server.port);
  expect((await nobody.get('/do/draft/')).text).toContain('Say who you are');
  expect((await nobody.get(`/do/rule/?path=${VOTES}`)).text).not.toContain('value="keep"');
  expect((await ana.get('/do/draft/')).text).toContain('Your draft is empty.');
  const same = await keepEdit(ana, VOTES, (body) => body);
  expect([same.status, same.text.includes('Nothing is changed yet.')]).toEqual([200, true]);
  expect((await ana.get('/')).text).not.toContain('Your draft');
});

test('warns before proposing that words part from their clause, unless the text says it’s on purpose', async () => {
  const reword = (body: string): string => body.replace('may have one Vote', 'may have a Vote');
  const told = 'Only the words of Votes change.';
  const shown = await keepEdit(ana, VOTES, reword, { do: 'preview' });
  expect(shown.text).toContain(told);
  expect(shown.text).toContain('Is that on purpose?');
  const meant = await keepEdit(ana, VOTES, reword, { do: 'preview', text: 'On purpose: Votes' });
  expect(meant.text).toContain(told);
  expect(meant.text).toContain('The proposal says that this is on purpose.');
  const brisk = (body: string): string =>
    body.replace('[48 hours](#value:window)', '[12 hours](#value:window)');
  expect((await keepEdit(ana, VOTES, brisk, { do: 'preview' })).text).not.toContain(told);
});

describe('a draft of several rules', () => {
  test('survives going elsewhere and back, with every difference', async () => {
    const brisk = (body: string): string =>
      body.replace('[48 hours](#value:window)', '[12 hours](#value:window)');
    await keepEdit(ana, VOTES, brisk, { title: 'Brisk and merry' });
    expect((await ana.get('/ruleset/')).text).toContain('Your draft: 1 change<');
    await keepEdit(ana, IDLE, (body) => `${body}\nNobody is idle on a holiday.\n`);
    const tea = { change: 'add', name: 'Tea', section: 'dynastic', body: 'Tea is at five.', do: 'keep' };
    const draft = await ana.send('/do/rule/', tea);
    expect(plain(draft)).toContain('3 changes, in one proposal');
    expect(draft.text).toContain('<del>48</del><ins>12</ins>');
    expect(draft.text).toMatch(/<ins>[^<]*Nobody is idle on a holiday\.[^<]*<\/ins>/u);
    expect(draft.text).toMatch(/<ins>[^<]*Tea is at five\.[^<]*<\/ins>/u);
    expect(valueIn(draft, 'title')).toBe('Brisk and merry');

    const back = await ana.get(`/do/rule/?path=${VOTES}`);
    expect(textareaIn(back, 'body')).toContain('[12 hours](#value:window)');
    expect(back.text).toContain('This text is in your draft.');
  });

  test('belongs to one person, and a new rule in it can be rewritten', async () => {
    expect((await bo.get('/do/draft/')).text).toContain('Your draft is empty.');
    const entry = idOf(await ana.get('/do/draft/'), 'Tea');
    expect(textareaIn(await ana.get(`/do/rule/?change=add&entry=${entry}`), 'body')).toBe('Tea is at five.');
    const other = { change: 'add', entry, name: 'Coffee', section: 'dynastic', body: 'At six.', do: 'keep' };
    const draft = await ana.send('/do/rule/', other);
    expect(plain(draft)).toContain('3 changes');
    expect(draft.text).not.toContain('Tea is at five.');
    await ana.sitAs('cy');
    expect((await ana.get('/do/draft/')).text).toContain('Your draft is empty.');
    await ana.sitAs('ana');
    expect(plain(await ana.get('/do/draft/'))).toContain('3 changes');
  });

  test('loses a change that is removed', async () => {
    const page = await ana.get('/do/draft/');
    const words = { title: 'Brisk and merry', text: 'Why not?' };
    const after = await ana.send('/do/draft/', { ...words, out: idOf(page, 'Idle Players') });
    expect(plain(after)).toContain('2 changes');
    expect(after.text).not.toContain('on a holiday');
    expect(textareaIn(after, 'text')).toBe('Why not?');
  });

  test('can contain values and sub-rules too', async () => {
    const wrong = await ana.send('/do/values/', setName('Bob', { path: 'players.bo.nam' }));
    expect([wrong.status, wrong.text.includes('There is no players.bo.nam that can be set')]).toEqual([
      200,
      true,
    ]);
    await ana.send('/do/values/', setName('Robert'));
    const draft = await ana.send('/do/values/', setName('Bob'));
    expect(plain(draft)).toContain('3 changes');
    expect(plain(draft)).toContain('Bo: Name Bo → Bob');
    expect((await ana.get('/do/values/?path=players.bo.name')).text).toContain('value="Bob"');
    const milk = {
      change: 'add',
      name: 'Milk',
      section: 'dynastic',
      under: VOTES,
      body: 'First.',
      do: 'keep',
    };
    const fuller = await ana.send('/do/rule/', milk);
    expect(plain(fuller)).toContain('4 changes');
    expect(plain(fuller)).toContain('A new rule in Votes');
    const entry = idOf(fuller, 'Milk');
    expect((await ana.get(`/do/rule/?change=add&entry=${entry}`)).text).toMatch(
      /value="core\/votable-matters\/votes"\s+selected/u,
    );
  });

  test('is proposed as it was seen, or not at all', async () => {
    const stale = await proposeDraft(ana, 'Brisk and merry', { mark: 'of another page' });
    expect([stale.status, stale.text.includes('have changed since you saw them')]).toEqual([200, true]);
    expect((await ana.get('/')).text).toContain('Nothing is being voted on');
  });

  test('becomes one matter, and takes effect as a whole once enacted', async () => {
    // Bo has other plans for the same rule, which come too late.
    await keepEdit(bo, VOTES, (body) =>
      body.replace('[48 hours](#value:window)', '[36 hours](#value:window)'),
    );
    const proposed = await proposeDraft(ana, 'Brisk and merry');
    expect(proposed.text).toContain('Proposed.');
    expect(proposed.text).toContain('<ins>12</ins>');
    expect(proposed.text).toContain('<h3>Coffee<span class="meta"> a new rule</span></h3>');
    expect((await ana.get('/do/draft/')).text).toContain('Your draft is empty.');
    const matter = matterIn(proposed);
    for (const who of [bo, ana]) {
      if (who === ana) await ana.sitAs('cy');
      await who.get(`/matters/${matter}/`);
      await who.send('/do/vote/', { on: matter, vote: 'FOR', text: '' });
    }
    await ana.sitAs('ana');
    expect((await ana.send('/do/time/', { hours: '49', sure: '49', do: 'forward' })).text).toContain(
      '“Brisk and merry” passed',
    );
    expect((await ana.get(`/do/rule/?path=${VOTES}`)).text).toContain('[12 hours](#value:window)');
    expect((await ana.get('/do/rule/?path=dynastic/coffee')).text).toContain('At six.');
    expect((await ana.get(`/do/rule/?path=${VOTES}/milk`)).text).toContain('First.');
    expect((await ana.get('/')).text).toContain('Bob');
  });
});

describe('changes that no longer fit', () => {
  test('points out a rule that has changed since, and its words can be continued', async () => {
    const draft = await bo.get('/do/draft/');
    expect(draft.text).toContain('The rule has changed since you wrote this.');
    const refused = await proposeDraft(bo, 'Slower');
    expect([refused.status, refused.text.includes('It can’t be proposed like this')]).toEqual([200, true]);
    const page = await bo.get(`/do/rule/?path=${VOTES}`);
    expect(page.text).toContain('the rule has changed since you wrote it');
    expect(page.text).toContain('<del>12</del><ins>36</ins>');
    const again = await keepEdit(bo, VOTES, (body) => body);
    expect(again.text).not.toContain('The rule has changed since');
    expect(again.text).toContain('<del>12</del><ins>36</ins>');
  });

  test('a rule that another change in the draft repeals, and a missing rule', async () => {
    const both = await keepRepeal(bo, MATTERS);
    expect(both.text).toContain('Another change in this draft repeals this rule.');
    expect((await proposeDraft(bo, 'All of it')).text).toContain('It can’t be proposed like this');
    const lighter = await bo.send('/do/draft/', { title: '', text: '', out: idOf(both, 'Votes') });
    expect(lighter.text).not.toContain('Another change in this draft');
    const unknown = { change: 'edit', path: 'core/nowhere', base: '', body: 'x', do: 'keep' };
    const answer = await bo.send('/do/rule/', unknown);
    expect([answer.status, answer.text.includes('There is no such rule')]).toEqual([200, true]);
  });

  test('names a rule that is gone and what to do, and the rest can be proposed without it', async () => {
    await keepEdit(ana, 'dynastic/coffee', () => 'At seven.');
    await keepEdit(ana, PLAYERS, (body) => `${body}\nPlayers are kind.\n`);
    const gone = await bo.send('/do/rule/', {
      change: 'repeal',
      path: 'dynastic/coffee',
      base: valueIn(await bo.get('/do/rule/?path=dynastic/coffee'), 'base'),
      title: 'No coffee',
      do: 'propose',
    });
    const matter = matterIn(gone);
    for (const who of ['cy', 'dee']) {
      await ana.sitAs(who);
      await ana.get(`/matters/${matter}/`);
      await ana.send('/do/vote/', { on: matter, vote: 'FOR', text: '' });
    }
    await ana.sitAs('ana');
    await ana.send('/do/time/', { hours: '49', sure: '49', do: 'forward' });
    const draft = await ana.get('/do/draft/');
    expect(draft.text).toContain('There is no rule “Coffee” any more. Remove this change.');
    await ana.send('/do/draft/', { title: '', text: '', out: idOf(draft, 'Coffee') });
    expect((await proposeDraft(ana, 'Kindness')).text).toContain('Proposed.');
  });
});

test('seats and drafts outlive the server, each for its own browser', async () => {
  const [own, me, other] = [await openHome(), 'ana', 'bo'];
  const { port } = own.server;
  const [anas, bos] = [new Browse(port), new Browse(port)];
  await anas.sitAs(me);
  await bos.sitAs(other);
  await keepEdit(anas, VOTES, (body) => body.replace('[48 hours]', '[36 hours]'));
  await keepRepeal(bos, IDLE);
  await own.server.close();
  const game = await openLocalGame(own.folder, { now: START, caches });
  const server = await serveHome({ game, port, caches });
  try {
    const page = await anas.get('/do/draft/');
    expect([/<strong>(?:<bdi>)?Ana</u.test(page.text), plain(page).includes('1 change')]).toEqual([
      true,
      true,
    ]);
    expect(page.text).toContain('Remove Votes');
    expect(page.text).not.toContain('Remove Idle');
    expect((await bos.get('/do/draft/')).text).toContain('Remove Idle Players');
    expect((await new Browse(port).get('/')).text).toContain('Who are you? ');
    expect((await keepRepeal(anas, IDLE)).status).toBe(200);
    expect(plain(await proposeDraft(anas, 'Brisk'))).toContain('Proposed.');
  } finally {
    await server.close();
    await own.close();
  }
});
