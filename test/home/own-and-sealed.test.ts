// What people at home do with their own words, with values, and with what is sealed.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addBids } from './bids.ts';
import { Browse, markIn, matterIn, valueIn, type Page } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';
import { legible } from '../../src/session/secrets/fixtures/sealed.ts';

let home: TestHome;
let ana: Browse;
let bo: Browse;
let eli: Browse;

beforeAll(async () => {
  home = await openHome();
  await addBids(home);
  [ana, bo, eli] = ['ana', 'bo', 'eli'].map(() => new Browse(home.server.port)) as [Browse, Browse, Browse];
  await ana.sitAs('ana');
  await bo.sitAs('bo');
  await eli.sitAs('eli');
});
afterAll(() => home.close());

const plain = ({ text }: Page): string => text.replaceAll(/\s+/gu, ' ');

test('values are proposed with a preview of the difference, and set once enacted', async () => {
  expect((await ana.get('/do/values/')).text).toContain('value="Bo: Name"');
  const chosen = await ana.send('/do/values/', { path: 'players.bo.name', do: 'preview' });
  expect(valueIn(chosen, 'p-value-0')).toBe('Bo');
  const typed = { path: 'players.bo.name', 'for-0': 'players.bo.name', 'p-value-0': 'Bobby' };
  const fields = { ...typed, title: 'Call him Bobby', text: '' };
  const shown = await ana.send('/do/values/', { ...fields, do: 'preview' });
  expect(plain(shown)).toContain('Bo: Name Bo → Bobby');
  const nothing = await ana.send('/do/values/', { path: 'players.nobody.name', value: 'x', do: 'propose' });
  expect([nothing.status, nothing.text.includes('There is no players.nobody.name')]).toEqual([200, true]);
  const proposed = await ana.send('/do/values/', { ...fields, do: 'propose' });
  expect(proposed.text).toContain('Proposed.');
  const matter = matterIn(proposed);
  for (const [who, id] of [
    [bo, 'bo'],
    [eli, 'eli'],
  ] as const) {
    await who.get(`/matters/${matter}/`);
    expect((await who.send('/do/vote/', { on: matter, vote: 'FOR', text: id })).text).toContain('votes FOR');
  }
  await ana.get('/');
  expect((await ana.send('/do/time/', { hours: '49', sure: '49', do: 'forward' })).text).toContain(
    'Call him Bobby',
  );
  expect((await ana.get('/do/who/')).text).toContain('Bobby');
});

test('people can edit and withdraw what they wrote themselves, but nobody else’s', async () => {
  await bo.get('/do/post/');
  const posted = await bo.send('/do/post/', { kind: 'story', title: 'A tale', text: 'Once.', do: 'post' });
  const id = matterIn(posted);
  // The rules let nobody withdraw a story post, so withdrawing is not offered.
  expect(posted.text).toContain('Edit your post');
  expect(posted.text).not.toMatch(/Withdraw your|or withdraw/u);
  const edited = await bo.send('/do/own/', { on: id, do: 'edit', title: 'A tale', text: 'Twice.' });
  expect(edited.text).toContain('Twice.');
  expect((await ana.get(`/matters/${id}/`)).text).not.toContain('Edit your post');
  expect((await ana.send('/do/own/', { on: id, do: 'edit', title: 'Mine', text: 'Mine.' })).text).toContain(
    'Only its author can change it',
  );

  const said = await ana.send('/do/comment/', { on: id, text: 'A typpo' });
  const comment = /name="comment" value="([^"]+)"/u.exec(said.text)?.[1] ?? '';
  const better = await ana.send('/do/own/', { on: id, comment, do: 'edit-comment', text: 'A typo' });
  expect(better.text).toContain('A typo');
  expect(better.text).not.toContain('A typpo');
  await bo.get(`/matters/${id}/`);
  expect(
    (await bo.send('/do/own/', { on: id, comment, do: 'remove-comment', sure: 'remove-comment' })).text,
  ).toContain('Only its author can change it');
  await ana.get(`/matters/${id}/`);
  const asked = await ana.send('/do/own/', { on: id, comment, do: 'remove-comment' });
  expect(asked.text).toContain('can’t be brought back. It hasn’t been');
  const gone = await ana.send('/do/own/', {
    on: id,
    comment,
    do: 'remove-comment',
    sure: valueIn(asked, 'sure'),
  });
  expect(gone.text).toContain(' · removed');
});

test('previews what a sealed submission would do, and sends nothing by that', async () => {
  await bo.get('/do/seal/?kind=bid');
  const bid = { kind: 'bid', 'p-lot': 'vase', do: 'preview' };
  const seen = await bo.send('/do/seal/', { ...bid, 'p-amount': '300' });
  expect(seen.text).toContain('bo bids 300\nand pays 600 with the fee</pre>');
  expect(seen.text).toContain('value="300"');
  expect((await bo.send('/do/seal/', { ...bid, 'p-amount': '901' })).text).toContain('Nobody has so much');
  const moon = await bo.send('/do/seal/', { ...bid, 'p-lot': 'moon', 'p-amount': '1' });
  expect(moon.text).toContain('Nobody sells the moon');
  expect((await eli.get('/do/seal/')).text).toContain('Nothing secret has been sent yet.');
});

test('only its receiver and its sender can read a sealed text, also on the front page', async () => {
  expect((await bo.get('/do/seal/')).text).toContain('Send a bid');
  const form = await bo.get('/do/seal/?kind=bid');
  expect(plain(form)).toMatch(/Lot \(public\).*Amount \(sealed\)/u);
  const wrong = await bo.send('/do/seal/', { kind: 'bid', 'p-lot': 'vase', 'p-amount': 'many' });
  expect([wrong.status, wrong.text.includes('needs a whole number')]).toEqual([200, true]);
  const bid = { kind: 'bid', 'p-lot': 'vase', 'p-amount': '734' };
  const first = await bo.send('/do/seal/', { ...bid, mark: markIn(form) });
  expect(first.text).toContain('It can’t be deleted once it is sent');
  const other = await bo.send('/do/seal/', { ...bid, 'p-amount': '733', mark: markIn(first) });
  expect(other.text).toContain('It can’t be deleted once it is sent');
  const sent = await bo.send('/do/seal/', { ...bid, mark: markIn(first) });
  expect(sent.text).toContain('Sealed and sent.');
  expect(sent.text).toContain('vase');
  expect(legible(sent.text)).toMatch(/\b734\b/u);
  const front = plain(await bo.get('/'));
  expect(front).toMatch(/Only you see this.*Send a bid.*Lot vase, Amount 734/u);
  expect(legible((await ana.get('/')).text)).not.toMatch(/\b734\b/u);
  expect(legible((await ana.get('/do/seal/')).text)).not.toMatch(/\b734\b/u);
  expect((await eli.get('/do/seal/')).text).toContain('734');
  expect(legible((await new Browse(home.server.port).get('/do/seal/')).text)).not.toMatch(/\b734\b/u);
});
