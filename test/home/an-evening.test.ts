// Three friends play the starter set by what the pages offer: two changes of one sentence, a victory, and the next dynasty.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { recommendedPack } from '../../src/ruleset/compose.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { Browse, type Page } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

const pack = recommendedPack(shippedLibrary);
const people: Record<string, Browse> = {};
let home: TestHome;

beforeAll(async () => {
  home = await openHome({ core: pack?.core ?? '', dynasty: pack?.name ?? '' });
  for (const name of ['ana', 'bo', 'cy', 'dee', 'eli']) {
    const browse = new Browse(home.server.port);
    await browse.sitAs(name);
    people[name] = browse;
  }
});
afterAll(() => home.close());

const as = (name: string): Browse => people[name] ?? new Browse(home.server.port);
const textOf = ({ text }: Page): string =>
  text.replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/gu, ' ').replaceAll(/\s+/gu, ' ');
/** The value of a hidden or filled field of the page. */
const fieldOf = ({ text }: Page, name: string): string =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`, 'u').exec(text)?.[1] ?? '';

/** Changes a number of the rule by its own form. */
async function change(name: string, from: string, to: string, title: string): Promise<Page> {
  const form = await as(name).get('/do/rule/?path=dynastic/the-goal');
  const body = /<textarea[^>]*name="body"[^>]*>([\s\S]*?)<\/textarea>/u.exec(form.text)?.[1] ?? '';
  const fields = {
    path: 'dynastic/the-goal',
    change: 'edit',
    base: fieldOf(form, 'base'),
    body: body.replaceAll(from, to),
    title,
  };
  const seen = await as(name).send('/do/rule/', { ...fields, do: 'preview' });
  const clash = textOf(seen);
  await as(name).send('/do/rule/', { ...fields, mark: fieldOf(seen, 'mark'), do: 'propose' });
  return { ...seen, text: clash };
}

test('tells a sentence’s second author while they write, and the host chooses between both texts on the page', async () => {
  expect((await change('bo', '25', '20', 'Sooner')).text).not.toContain('changes the same words');
  expect((await change('cy', '25', '30', 'Later')).text).toContain(
    '“Sooner” by Bo, which is being voted on, changes the same words.',
  );
  for (const matter of ['1', '2'])
    for (const name of ['ana', 'bo', 'cy', 'dee'])
      await as(name).send('/do/vote/', { on: matter, vote: 'FOR' });
  const later = await as('ana').get('/matters/2/');
  expect(textOf(later)).toMatch(/In force: The Goal[\s\S]*20[\s\S]*Proposed: The Goal[\s\S]*30/u);
  for (const label of ['Leave what is in force', 'Take the proposed words', 'Use my own words'])
    expect(later.text).toContain(label);
  expect(textOf(await as('ana').get('/'))).toContain('Choose the words of Later');
  // Nobody else is offered what only the host may do.
  expect((await as('bo').get('/matters/2/')).text).not.toContain('Take the proposed words');
  const body = (
    /<textarea[^>]*name="text-0"[^>]*>([\s\S]*?)<\/textarea>/u.exec(later.text)?.[1] ?? ''
  ).replaceAll('30', '6');
  const done = await as('ana').send('/do/settle/', { on: '2', take: 'edited', 'text-0': body });
  expect(textOf(done)).toContain('The words are chosen.');
  expect(textOf(await as('cy').get('/rules/dynastic/the-goal/'))).toContain('The first with 6 Points wins.');
  // The forge keeps a settled post as it is, so that nobody is asked for a comment on it.
  expect((await as('ana').get('/matters/2/')).text).not.toMatch(/Take the proposed words|Your comment/u);
});

test('pages name the winner, the front page shows the final table, and only the winner is offered the next dynasty', async () => {
  let winner = '';
  for (let at = 0; winner === '' && at < 40; at++) {
    const name = ['ana', 'bo', 'cy', 'dee', 'eli'][at % 5] ?? '';
    await as(name).act({ action: 'throw-the-die' });
    winner = /🏆 (\w+) has won/u.exec(textOf(await as('eli').get('/ruleset/')))?.[1]?.toLowerCase() ?? '';
  }
  expect(winner).not.toBe('');
  const front = await as(winner).get('/');
  expect(textOf(front)).toMatch(/has won[\s\S]*How everybody stood at the end[\s\S]*Points/u);
  const button = /href="([^"]*do\/act\/\?action=ascend)"[^>]*>Begin the next dynasty/u;
  expect(front.text).toMatch(button);
  // The dice by which they won, and nothing that they did later.
  expect(textOf(front)).toMatch(/The last move: \w+\s+throws the die: Throws/u);
  expect(textOf(front)).not.toContain('Tell the others');
  const other = winner === 'eli' ? 'ana' : 'eli';
  expect((await as(other).get('/')).text).not.toMatch(button);
  const zed = new Browse(home.server.port);
  await zed.get('/do/who/');
  await zed.send('/do/who/', { new: 'Zed', do: 'new' });
  await zed.get('/do/post/');
  const asked = await zed.send('/do/post/', {
    kind: 'join-request',
    title: 'Request to join: Zed',
    text: '',
    do: 'post',
  });
  expect(textOf(asked)).toContain('Posted.');
  expect(textOf(await as('ana').get('/'))).toMatch(/Let somebody in|Let Zed in/u);
  // Proposals of before keep their addresses when the dynasty is over.
  const form = await as(winner).get('/do/act/?action=ascend');
  expect(form.text).toMatch(/type="checkbox" name="p-keep" value="Points"/u);
  const words = { action: 'ascend', 'p-theme': 'Pirates', 'p-keep': 'Points', 'p-address': 'Ahoy!' };
  const preview = await as(winner).send('/do/act/', { ...words, do: 'preview' });
  expect(textOf(preview)).toContain('Repealed: The Die, Good Ideas, Catching Up, Dares, The Goal');
  await as(winner).act(words);
  expect(textOf(await as(other).get('/'))).toMatch(/Dynasty 2/u);
  expect(textOf(await as(other).get('/'))).not.toContain('🏆');
  const rules = textOf(await as(other).get('/ruleset/'));
  expect(rules).toContain('Points');
  expect(rules).not.toContain('Dares');
  const dynasties = textOf(await as(other).get('/dynasties/'));
  expect(dynasties.toLowerCase()).toMatch(new RegExp(`won by ${winner}`, 'u'));
  // Who had asked to be let in still waits for it.
  expect(textOf(await as('ana').get('/'))).toMatch(/Let somebody in|Let Zed in/u);
  expect((await as(other).get('/matters/2/')).status).toBe(200);
});
