// Matters are tried in a thread of their own: whoever proposes and whoever reads waits for none of it.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { TrialsThread } from '../../src/cli/home/trials-thread.ts';
import { Browse, textareaIn, valueIn } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';
import { slowTest } from '../slowly.ts';

const VOTES = 'core/votable-matters/votes';
const warned: string[] = [];
let home: TestHome;
let ana: Browse;

beforeAll(async () => {
  const trials = new TrialsThread((text) => void warned.push(text));
  home = await openHome({ core: '2021' }, undefined, undefined, trials);
  // The thread's time is the game's, too, however far somebody has moved its clock.
  home.game.forward(9 * 24 * 3_600_000);
  ana = new Browse(home.server.port);
  await ana.sitAs('ana');
});
afterAll(() => home.close());

async function propose(who: Browse, more: Record<string, string>): Promise<void> {
  const page = await who.get(`/do/rule/?path=${VOTES}`);
  const body = textareaIn(page, 'body').replace('[48 hours](#value:window)', '[36 hours](#value:window)');
  const words = { change: 'edit', path: VOTES, base: valueIn(page, 'base'), body, do: 'propose', ...more };
  expect((await who.send('/do/rule/', words)).status).toBe(200);
}

slowTest(
  'a matter that was just proposed says that it is being tried, and then what came of it',
  async () => {
    await propose(ana, { title: '[Core] Brisk', text: 'Quick.' });
    const [id = ''] = /(?<=matters\/)\d+/u.exec((await ana.get('/matters/')).text) ?? [];
    const matter = (): Promise<string> => ana.get(`/matters/${id}/`).then(({ text }) => text);
    const first = await matter();
    expect(first).toMatch(/The test run is still going|Test run<\/strong>/u);
    await expect.poll(matter, { interval: 100 }).toContain('in favour: it works');
    expect(await matter()).not.toContain('still going');
    expect(warned).toEqual([]);
  },
);

test('rules that never return hold up nobody during their trial', async () => {
  await ana.send('/do/rule/', {
    change: 'add',
    name: 'Loop',
    section: 'dynastic',
    body: 'It goes round.',
    clause: `import { rule } from 'gitnomic/rules';\n\nexport default rule(() => ({ on: { enacted() { for (;;); } } }));\n`,
    title: 'Round',
    text: 'And round.',
    do: 'keep',
  });
  const mark = valueIn(await ana.get('/do/draft/'), 'mark');
  await ana.send('/do/draft/', { title: 'Round', text: 'And round.', mark, do: 'propose' });
  const pages = await Promise.all(
    ['/', '/matters/', '/ruleset/'].map((path) => new Browse(home.server.port).get(path)),
  );
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  const list = (): Promise<string> => ana.get('/matters/').then(({ text }) => text);
  await expect.poll(list).toContain('Round');
  const [id = ''] = /(?<=matters\/)\d+(?=\/"[^>]*>\s*Round)/u.exec(await list()) ?? [];
  await expect
    .poll(() => ana.get(`/matters/${id}/`).then(({ text }) => text), { interval: 200 })
    .toContain('left out if it passes');
  expect(warned).toEqual([]);
});
