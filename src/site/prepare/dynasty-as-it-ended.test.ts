// A past dynasty is shown from its last record; its rules are loaded only if something is asked of them.
import { beforeAll, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import { NOTHING_SHOWN, readShowed, writeShowed } from '../../session/ask/shown-at-end.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { contentOfPosition } from '../../tick/current-content.ts';
import { lastRecorded } from './build-site.ts';
import { hashOfMeans, nameOfPast, outlineIn } from './build-past.ts';
import { ENGLISH } from '../../language/language.ts';
import { asItEnded } from './game-shown.ts';

let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  files = (await sessionWith({ ...SMALL, posts: [{ by: 'bo', title: 'Tea' }] })).files;
});

test('shows a past dynasty’s texts and state from its files, and its recorded views', () => {
  const views = { huts: { a: { sign: 'clay' } } };
  const shown = asItEnded(files, { ...NOTHING_SHOWN, views }, caches);
  expect(shown.read.game.name).toBe('Harbour');
  expect(Object.keys(shown.state.players)).toContain('bo');
  expect(shown.views).toBe(views);
  expect(shown.model).toBe(NOTHING_SHOWN.model);
  expect([shown.open, shown.wrong]).toEqual([null, []]);
  expect(shown.manifest.rules.length).toBeGreaterThan(3);
  // Nothing was loaded, so nothing is to be let go.
  shown.close();
});

test('refuses to show a dynasty whose rules can’t be read', () => {
  const broken = new Map(files).set('content/ruleset/core/votes.md', '---\ntitle: [\n---\n');
  expect(() => asItEnded(broken, NOTHING_SHOWN, caches)).toThrow(UnplayableError);
});

test('rules that this engine can’t run answer nothing', async () => {
  const odd = new Map(files);
  for (const path of odd.keys())
    if (path.startsWith('content/ruleset/') && path.endsWith('.ts')) odd.set(path, 'export const odd = ;');
  const shown = asItEnded(odd, NOTHING_SHOWN, caches);
  expect(await shown.inPlay()).toBeNull();
  shown.close();
});

test('reads a record back as it was written', () => {
  expect(readShowed(writeShowed(NOTHING_SHOWN))).toMatchObject({ views: {} });
  expect(readShowed(undefined)).toBeNull();
});

const DYNASTY = 'content/dynasties/1/';
const about = [
  'number: 1',
  'name: The First',
  'emperor: bo',
  "ended: '2024-05-01T09:00:00Z'",
  'successor: cy',
  'terms: { player: Sailor }',
  'posts: 0',
  '',
].join('\n');

test('before its pages are made, a past dynasty is listed with the people present at its end', () => {
  const last = JSON.stringify({
    'gamestate/players/bo.md': '---\nname: Robert\nstate: active\n---\n',
    'gamestate/game.md': '---\n[odd\n---\n',
  });
  const past = new Map([
    [`${DYNASTY}dynasty.yml`, about],
    [`${DYNASTY}last.json`, last],
  ]);
  expect(outlineIn(1, past)).toMatchObject({ number: 1, people: [{ id: 'bo', name: 'Robert' }], posts: [] });
  expect(outlineIn(1, new Map())).toBeNull();
  const alone = outlineIn(1, new Map([[`${DYNASTY}dynasty.yml`, about]]));
  expect(alone).toMatchObject({ number: 1, people: [] });
});

test('a past dynasty’s folder name depends on its files, the page shell, language and pack display', () => {
  const name = (key: string, shell: string, language = ENGLISH, library = new Map<string, string>()) =>
    nameOfPast({ number: 12, key }, hashOfMeans(shell, language, library));
  const first = name('a', 's');
  expect(first).toMatch(/^12-[0-9a-f]{32}$/u);
  expect(name('a', 's')).toBe(first);
  const others = [
    name('b', 's'),
    name('a', 't'),
    name('a', 's', { ...ENGLISH, tag: 'de' }),
    name('a', 's', ENGLISH, new Map([['harbour/site.yml', 'pages: []']])),
  ];
  expect(new Set([first, ...others]).size).toBe(5);
  // Nothing else of the library is shown.
  expect(name('a', 's', ENGLISH, new Map([['harbour/pack.yml', 'x']]))).toBe(first);
});

test('an abandoned game is shown as of the last thing that happened in it', async () => {
  const desk = await sessionWith({ posts: [{ by: 'bo', title: 'Tea' }] });
  const files = () => contentOfPosition(desk.session.position, desk.files);
  const times: string[] = [lastRecorded(files())];
  const next = (): void => {
    desk.decide();
    times.push(lastRecorded(files()));
  };
  desk.later(1);
  desk.says({ id: 'cy', name: 'cy', bot: false }, '1', 'Well.');
  next();
  desk.later(1);
  desk.says({ id: 'dee', name: 'dee', bot: false }, '1', ':for:');
  next();
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)).toBe(desk.now);
  expect(lastRecorded(new Map())).toBe('1970-01-01T00:00:00Z');
});
