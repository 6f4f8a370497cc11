// After each press of a button the browser shows an address that can be opened again, and shows the same there.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { LINKS } from '../../src/cli/home/lobby.ts';
import { Seats } from '../../src/cli/home/seats.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { FORM_NAMES } from '../../src/seat/forms/registry.ts';
import { addBids } from './bids.ts';
import { Browse, matterIn, type Page } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

const seats = new Seats();
let home: TestHome;
let host: Browse;
let on = '';
beforeAll(async () => {
  home = await openHome({ caches }, seats, undefined, undefined, true);
  await addBids(home);
  seats.open(home.server.url, []);
  host = new Browse(home.server.port);
  await host.get(`/${seats.links.find(({ who }) => who === null)?.path}`);
  await host.get(`/${seats.invite({ id: 'ana', name: 'Ana', bot: false }).path}`);
  await host.get('/do/post/');
  on = matterIn(await host.send('/do/post/', { kind: 'cfj', title: 'Is it noon?', text: '', do: 'post' }));
});
afterAll(() => home.close());

const mainOf = ({ text }: Page): string =>
  (/<main[\s\S]*<\/main>/u.exec(text)?.[0] ?? '').replaceAll(
    /<section class="notice[^>]*id="result"[\s\S]*?<\/section>|name="once" value="[^"]*"/gu,
    '',
  );

const ROUTES = [...FORM_NAMES, LINKS];
/** Words with which each form answers something, whatever else it lacks; beside those for all of them. */
const SENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  act: { action: 'roll', 'p-roll': 'DICE6', do: 'preview' },
  count: { path: 'dynastic/bids', do: 'add-variables' },
  own: { on: 'ON', do: 'close' },
  resolve: { on: 'ON', how: 'fail' },
  rule: { change: 'add', name: 'Bells', body: 'Bells ring.', do: 'preview' },
  seal: { kind: 'bid', 'p-lot': 'vase', 'p-amount': '7', do: 'preview' },
  time: { hours: '12', do: 'forward' },
  vote: { on: 'ON', vote: 'MAYBE' },
};

test.each(ROUTES)(
  'the form %s can be opened without parameters, and after whatever was sent',
  async (name) => {
    const path = `/do/${name}/`;
    const open = async (at: string): Promise<Page> => {
      const page = await host.get(at);
      return page.location === undefined ? page : host.get(page.location);
    };
    expect([path, (await open(path)).status]).toEqual([path, 200]);
    const words = Object.entries(SENT[name] ?? {}).map(([key, value]) => [key, value === 'ON' ? on : value]);
    for (const fields of [{}, { on }, { do: 'nonsense' }, Object.fromEntries(words)]) {
      await host.get('/do/who/');
      const shown = await host.send(path, fields as Record<string, string>);
      const again = await host.get(shown.at);
      expect([shown.at, shown.status, again.status]).toEqual([shown.at, 200, 200]);
      expect(mainOf(again)).toBe(mainOf(shown));
    }
  },
);

test('folds long lists of votes', async () => {
  for (let at = 0; at < 10; at++) {
    await host.get(`/matters/${on}/`);
    await host.send('/do/vote/', { on, vote: at % 2 === 0 ? 'FOR' : 'AGAINST' });
  }
  const { text } = await host.get(`/matters/${on}/`);
  expect(text).toMatch(/<details[^>]*>\s*<summary[^>]*>All 10 votes<\/summary>/u);
  expect(text).toMatch(/<summary[^>]*>10 votes without words<\/summary>/u);
});

test('nobody hears of what the host does in a copy, and the way back leads to the page they left', async () => {
  const bo = new Browse(home.server.port);
  const points = await host.get('/do/back/');
  const commit = /name="commit" value="([^"]+)"/u.exec(points.text)?.[1] ?? '';
  const copy = await host.send('/do/back/', { commit });
  expect(copy.text).toContain('You’re alone in a copy of the game');
  const skip = { hours: '2', sure: '2', do: 'forward' };
  expect((await host.send('/do/time/', skip)).text).toContain('Skipped 2 h.');
  expect((await bo.get('/')).text).toContain('made a copy of the game');
  expect((await bo.get('/')).text).not.toContain('skipped 2 h');
  const folder = /in (\S+-fork-1)/u.exec(copy.text)?.[1] ?? '';
  const ways = [
    ['ruleset/', '/ruleset/'],
    // Only the copy has had such a matter.
    ['matters/99/', '/'],
    ['/evil.example/', '/'],
    ['do/post/', '/'],
  ] as const;
  for (const [leave, at] of ways) {
    await host.get('/do/back/');
    await host.send('/do/back/', { folder });
    expect((await host.get('/ruleset/')).text).toContain('name="leave" value="ruleset/"');
    const back = await host.send('/do/back/', { leave });
    expect([leave, back.at, back.status, back.text.includes('You’re alone')]).toEqual([
      leave,
      at,
      200,
      false,
    ]);
  }
  expect((await host.send('/do/time/', skip)).text).toContain('Skipped 2 h.');
  expect((await bo.get('/')).text).toContain('skipped 2 h');
});

test('a previewed form stays when the page is opened again, for this person only', async () => {
  const seen = await host.send('/do/seal/', { ...SENT['seal'] });
  expect(seen.text).toContain('ana bids 7');
  expect(seen.at).toMatch(/^\/do\/seal\/\?kind=bid&answer=/u);
  const bo = new Browse(home.server.port);
  await bo.get(`/${seats.invite({ id: 'bo', name: 'Bo', bot: false }).path}`);
  const other = await bo.get(seen.at);
  expect([other.status, other.text.includes('ana bids 7')]).toEqual([200, false]);
  // The same browser in another seat is somebody else too.
  await host.get(`/${seats.invite({ id: 'cy', name: 'Cy', bot: false }).path}`);
  await host.send(`/${seats.links.at(-1)?.path}`, {});
  expect((await host.get(seen.at)).text).not.toContain('ana bids 7');
});
