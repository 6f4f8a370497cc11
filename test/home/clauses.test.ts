// The code of a rule, written in the page and tried there before it is proposed; and the kind of post that it is.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Browse, matterIn, textareaIn, valueIn, type Page } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

let home: TestHome;
let ana: Browse;
const BELLS = 'dynastic/bells';
const clauseWith = (effect: string): string => `import { daily, integer, rule } from 'gitnomic/rules';

export default rule(() => ({
  player: { tolled: integer() },
  actions: { 'toll': daily({ title: 'Ring the bell', effect({ actor }) { ${effect} } }) },
}));
`;
const FITS = 'in favour: it works. The code passes the type check.';

beforeAll(async () => {
  home = await openHome();
  ana = new Browse(home.server.port);
  await ana.sitAs('ana');
});
afterAll(() => home.close());

/** The page without its head and menus, so that a failure shows what the page says. */
const plain = ({ text }: Page): string =>
  (/<main[\s\S]*<\/main>/u.exec(text)?.[0] ?? text).replaceAll(/\s+/gu, ' ');

async function enact(proposed: Page): Promise<void> {
  const id = matterIn(proposed);
  for (const who of ['bo', 'cy', 'dee']) {
    await ana.sitAs(who);
    await ana.get(`/matters/${id}/`);
    await ana.send('/do/vote/', { on: id, vote: 'FOR', text: '' });
  }
  await ana.sitAs('ana');
  // A call for judgement may be due as soon as most are for it.
  expect(
    (await ana.send('/do/time/', { hours: '49', sure: '49', do: 'forward' })).text.toLowerCase(),
  ).toMatch(new RegExp(`enact ${id}|enacted`, 'u'));
}

test('tries a new rule’s clause, and proposes it only after the result was shown', async () => {
  const bells = { change: 'add', name: 'Bells', section: 'dynastic', body: 'A Player may ring the bell.' };
  await ana.get('/do/rule/?change=add');
  const wrong = { ...bells, clause: clauseWith('actor.tolde += 1;') };
  const first = await ana.send('/do/rule/', { ...wrong, do: 'propose', mark: '' });
  expect(first.status).toBe(200);
  expect(first.text).toContain('Check the test below, then press');
  expect(plain(first)).toMatch(
    /in favour: it works.*the code has an error at dynastic\/bells\.ts:5: Property &#39;tolde&#39; does not exist/u,
  );
  expect(textareaIn(first, 'clause')).toBe(wrong.clause);
  const nobody = new Browse(home.server.port);
  await nobody.get('/do/rule/?change=add');
  const alone = await nobody.send('/do/rule/', { ...wrong, do: 'preview' });
  // A stranger's code is shown and not run.
  expect(plain(alone)).toContain('The code of Bells');
  expect(plain(alone)).not.toMatch(/in favour|the code has an error/u);
  const broken = await ana.send('/do/rule/', { ...bells, clause: 'export default (;', do: 'preview' });
  expect(plain(broken)).toMatch(
    /in favour: it would pass, but not all of it would work\..*run the code of Bells: its code is switched off.*bells\.ts/u,
  );
  expect((await ana.get('/')).text).toContain('Nothing is being voted on');

  const right = { ...bells, clause: clauseWith('actor.tolled += 1;') };
  const seen = await ana.send('/do/rule/', { ...right, mark: valueIn(first, 'mark'), do: 'propose' });
  expect([seen.status, plain(seen).includes(FITS)]).toEqual([200, true]);
  const proposed = await ana.send('/do/rule/', { ...right, mark: valueIn(seen, 'mark'), do: 'propose' });
  expect(proposed.text).toContain('Proposed.');
  expect(proposed.text).toContain('The code of Bells');
  await enact(proposed);
  expect((await ana.get('/play/')).text).toContain('Ring the bell');
});

test('a rule’s words and clause go into a draft together, and are proposed as the chosen kind', async () => {
  const page = await ana.get(`/do/rule/?path=${BELLS}`);
  expect(textareaIn(page, 'clause')).toBe(clauseWith('actor.tolled += 1;'));
  const edit = { change: 'edit', path: BELLS, base: valueIn(page, 'base'), body: 'It rings twice.' };
  const clause = clauseWith('actor.tolled += 2;');
  const unknown = await ana.send('/do/rule/', { ...edit, clause, kind: 'decree', do: 'preview' });
  expect([unknown.status, unknown.text.includes('no kind of proposal called decree')]).toEqual([200, true]);
  const draft = await ana.send('/do/rule/', { ...edit, clause, kind: 'cfj', title: 'Two bells', do: 'keep' });
  expect(plain(draft)).toContain('Change the text and the code');
  expect(plain(draft)).toContain(FITS);
  expect(plain(draft)).toContain('<option value="cfj" selected');
  const back = await ana.get(`/do/rule/?path=${BELLS}`);
  expect(textareaIn(back, 'clause')).toBe(clause);
  expect(back.text).toContain('This text is in your draft.');

  // Bo has other plans for the clause, which come too late.
  const bo = new Browse(home.server.port);
  await bo.sitAs('bo');
  await bo.get(`/do/rule/?path=${BELLS}`);
  const body = textareaIn(page, 'body');
  await bo.send('/do/rule/', { ...edit, body, clause: clauseWith('actor.tolled += 3;'), do: 'keep' });

  const sent = { title: 'Two bells', text: '', kind: 'cfj', mark: valueIn(draft, 'mark'), do: 'propose' };
  const proposed = await ana.send('/do/draft/', sent);
  expect(proposed.text).toContain('Proposed.');
  await enact(proposed);
  expect(textareaIn(await ana.get(`/do/rule/?path=${BELLS}`), 'clause')).toBe(clause);
  expect((await bo.get('/do/draft/')).text).toContain('The rule has changed since you wrote this.');
  const gone = await bo.get(`/do/rule/?path=${BELLS}`);
  expect(gone.text).toContain('the rule has changed since you wrote it');
  expect(gone.text).toContain('+= 3;');
});

test('emptying a clause removes it, and so does repealing its rule', async () => {
  const page = await ana.get(`/do/rule/?path=${BELLS}`);
  const base = valueIn(page, 'base');
  const body = textareaIn(page, 'body');
  const none = await ana.send('/do/rule/', {
    change: 'edit',
    path: BELLS,
    base,
    body,
    clause: '',
    do: 'preview',
  });
  expect(none.text).toMatch(/<del>import \{ daily/u);
  expect(plain(none)).toContain(FITS);
  const repeal = { change: 'repeal', path: BELLS, base, title: 'No bells', do: 'propose' };
  const seen = await ana.send('/do/rule/', repeal);
  expect([seen.status, plain(seen).includes(FITS)]).toEqual([200, true]);
  expect((await ana.send('/do/rule/', { ...repeal, mark: valueIn(seen, 'mark') })).text).toContain(
    'Proposed.',
  );
});
