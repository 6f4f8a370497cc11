// The forms on a matter's page: votes, comments, carrying it out by hand; and posting something.
import { describe, expect, test } from 'vitest';

import type { SessionWish } from '../../src/session/fixtures/session.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { PostData } from '../../src/kernel/state.ts';
import { kindsAt, withPosition } from '../../src/seat/read-table.ts';
import { AtTable, buttonsIn, fieldIn, formIn, saidIn } from '../../src/seat/forms/fixtures/at-table.ts';
import { formsOn, handlerNamed } from '../../src/seat/forms/registry.ts';

const CALL = { by: 'bo', title: 'Is it noon?', kind: 'cfj', text: 'Well?' };
const game = (wish: SessionWish = {}): Promise<HomeGame> => homeWith({ posts: [CALL], ...wish });
const postIn = (of: HomeGame, id = '1'): Promise<PostData> =>
  withPosition(of, ({ open }) => open.play.state().posts[id] as PostData);
const kindsOn = async (table: AtTable, page: string): Promise<readonly string[]> =>
  (await formsOn(page, table.visit())).map(({ kind }) => kind);

describe('the forms of a page', () => {
  test('are those that the reader can use', async () => {
    const of = await game();
    expect(await kindsOn(new AtTable(of, 'cy'), 'matters/1/')).toEqual(['vote', 'comment', 'resolve']);
    const own = async () =>
      (await formsOn('matters/1/', new AtTable(of, 'bo').visit())).map(({ title }) => title);
    const usual = ['Vote', 'Your comment', 'Carry out by hand'];
    // The rules let nobody withdraw it, so its author may vote against it, once.
    expect(await own()).toEqual([...usual, 'Edit your post', 'Withdraw your post']);
    await new AtTable(of, 'bo').send('vote', { on: '1', vote: 'AGAINST' });
    expect(await own()).toEqual([...usual, 'Take back your vote']);
    expect(await kindsOn(new AtTable(of, null), 'matters/1/')).toEqual([]);
    expect(await kindsOn(new AtTable(of, 'cy'), 'matters/9/')).toEqual([]);
    expect(await kindsOn(new AtTable(of, 'cy'), 'ruleset/')).toEqual([]);
    for (const page of ['', 'matters/']) expect(await kindsOn(new AtTable(of, 'cy'), page)).toEqual(['vote']);
    expect(() => handlerNamed('constructor')).toThrow('There’s no such page.');
  });
});

describe('a vote', () => {
  test('is cast with a reason, and can be changed', async () => {
    const of = await game();
    const cy = new AtTable(of, 'cy');
    const form = await cy.open('vote', { on: '1' });
    expect(await cy.press(form, 'For', { 'Why?': 'It is.' })).toMatchObject({
      step: { ok: true },
      done: 'cy votes FOR.',
      goTo: 'matters/1/',
    });
    expect((await postIn(of)).comments.at(-1)?.text).toMatch(/It is\./u);
    const again = await cy.open('vote', { on: '1' });
    expect(again.buttons.filter(({ chosen }) => chosen).map(({ label }) => label)).toEqual(['For']);
    const others = await new AtTable(of, 'dee').open('vote', { on: '1' });
    expect(others.buttons.filter(({ chosen }) => chosen)).toEqual([]);
    await cy.press(again, 'Against');
    expect((await postIn(of)).uses.filter(({ by }) => by === 'cy').map(({ vote }) => vote)).toEqual([
      'FOR',
      'AGAINST',
    ]);
  });

  test('cast from a list leads back to it, and the list offers only votes that can be cast', async () => {
    const of = await game();
    const cy = new AtTable(of, 'cy');
    const [form] = await formsOn('', cy.visit());
    if (form === undefined) throw new Error('there is nothing to vote on');
    expect([form.fields, form.hidden]).toEqual([[], { on: '1', list: 'yes' }]);
    expect(form.buttons.every(({ refusal }) => refusal === null)).toBe(true);
    expect(await cy.press(form, 'For')).toMatchObject({ goTo: '' });
  });

  test('is refused if the rules don’t know it, or if the voter has no seat or isn’t a player', async () => {
    const of = await game();
    expect(await new AtTable(of, 'cy').send('vote', { on: '1', vote: 'MAYBE' })).toMatchObject({
      refused: expect.stringMatching(/^400 Vote with one of FOR/u),
    });
    expect(await new AtTable(of, null).send('vote', { on: '1', vote: 'FOR' })).toMatchObject({
      refused: expect.stringMatching(/^403 Say who you are first/u),
    });
    const stranger = new AtTable(of, 'zed');
    const form = await stranger.open('vote', { on: '1' });
    expect(buttonsIn(form)).toEqual([]);
    expect(saidIn(form)).toEqual([expect.stringMatching(/./u)]);
    expect((await postIn(of)).uses).toEqual([]);
  });
});

describe('a comment', () => {
  test('is posted as written, and never empty', async () => {
    const of = await game();
    const cy = new AtTable(of, 'cy');
    const form = await cy.open('comment', { on: '1' });
    expect(await cy.press(form, 'Comment', { 'Your comment': ' Gladly. \n' })).toMatchObject({
      done: 'Your comment is posted.',
      goTo: 'matters/1/',
    });
    expect((await postIn(of)).comments.map(({ by, text }) => [by, text])).toEqual([['cy', 'Gladly.']]);
    expect(await cy.press(form, 'Comment', { 'Your comment': ' \n' })).toEqual({
      refused: '400 Write a comment first.',
    });
    expect(await cy.refusal('comment', { on: '9' })).toBe('404 There is nothing to do here any more.');
  });
});

describe('resolving by hand', () => {
  test('asks for confirmation first', async () => {
    const of = await game();
    const ana = new AtTable(of, 'ana');
    const form = await ana.open('resolve', { on: '1' });
    expect(form.lede).toMatch(/^Not in force yet: /u);
    expect(form.buttons.find(({ label }) => label === 'Enact')?.refusal).toMatch(/./u);
    expect(saidIn(formIn(await ana.send('resolve', { on: '1', how: 'enact' })))).toEqual([
      'Enacting this can’t be undone. Press “Yes, enact it” if you’re sure.',
    ]);
    const sure = formIn(await ana.press(form, 'Fail'));
    expect(saidIn(sure)).toEqual(['Failing this can’t be undone. Press “Yes, fail it” if you’re sure.']);
    expect((await postIn(of)).status).toBe('pending');
    expect(await ana.press(sure, 'Yes, fail it')).toMatchObject({ done: 'It failed.', goTo: 'matters/1/' });
    expect((await postIn(of)).status).toBe('failed');
    expect(await ana.send('resolve', { on: '1', how: 'fail' })).toEqual({
      refused: '404 There’s no such open vote.',
    });
  });

  test('is only for those whom the rules allow, and a vote either passes or fails', async () => {
    const of = await game();
    const cy = new AtTable(of, 'cy');
    expect((await cy.open('resolve', { on: '1' })).buttons.every(({ refusal }) => refusal !== null)).toBe(
      true,
    );
    expect(await cy.send('resolve', { on: '1', how: 'fail', sure: 'fail' })).toMatchObject({
      step: { ok: false },
    });
    expect(await cy.send('resolve', { on: '1', how: 'burn' })).toEqual({
      refused: '400 A vote either passes or fails.',
    });
    expect((await postIn(of)).status).toBe('pending');
  });
});

describe('a post', () => {
  test('is checked, then posted', async () => {
    const of = await game({ posts: [] });
    const bo = new AtTable(of, 'bo');
    const form = await bo.open('post', { kind: 'story', title: 'A tale' });
    expect([fieldIn(form, 'Category').given, fieldIn(form, 'Title').given]).toEqual([['story'], ['A tale']]);
    expect(fieldIn(form, 'Category').options.some(({ label }) => label.endsWith('(voted on)'))).toBe(true);
    const checked = formIn(await bo.press(form, 'Check whether you may post it', { Text: 'Once.' }));
    expect(saidIn(checked)).toEqual(['The rules allow it.']);
    expect(await bo.press(checked, 'Post it')).toMatchObject({ done: 'Posted.', goTo: 'matters/1/' });
    expect(await postIn(of)).toMatchObject({ kind: 'story', title: 'A tale', text: 'Once.' });
  });

  test('that could change something says that its words alone don’t', async () => {
    const bo = new AtTable(await game({ posts: [] }), 'bo');
    const form = formIn(await bo.send('post', { kind: 'proposal', title: 'A', text: 'b' }));
    expect(saidIn(form)).toContainEqual(expect.stringMatching(/^If it passes, nothing changes by that/u));
  });

  test('needs a title, a category of the rules and an author', async () => {
    const of = await game({ posts: [] });
    const bo = new AtTable(of, 'bo');
    const form = await bo.open('post', { kind: 'story' });
    expect(await bo.press(form, 'Post it', { Title: ' ' })).not.toHaveProperty('done');
    expect(await bo.send('post', { kind: 'none', title: 'A', do: 'post' })).toEqual({
      refused: '400 The rules have no such category of posts.',
    });
    const nobody = new AtTable(of, null);
    expect(buttonsIn(await nobody.open('post'))).toEqual(['Check whether you may post it']);
    expect(await nobody.send('post', { kind: 'story', title: 'A', do: 'post' })).toMatchObject({
      refused: expect.stringMatching(/^403 /u),
    });
    expect(await withPosition(of, ({ open }) => open.play.state().posts)).toEqual({});
  });

  test('that claims a victory says what the rules know of it', async () => {
    const of = await game({ posts: [] });
    const bo = new AtTable(of, 'bo');
    const kinds = await withPosition(of, kindsAt);
    const claim = kinds.find(({ purpose }) => purpose === 'win')?.id;
    expect(claim).toBeDefined();
    const form = await bo.open('post', { kind: claim ?? '' });
    expect(saidIn(form)[0]).toMatch(
      /^Anybody may say so, and no rule says it of you|^By the rules you have won|^The rules|^Only/u,
    );
  });
});

test('a way to break a promise can be played only if one is known', async () => {
  const cy = new AtTable(await game(), 'cy');
  for (const on of ['1', '9'])
    expect(await cy.refusal('way', { on })).toBe('404 No way to break a promise is known here.');
});
