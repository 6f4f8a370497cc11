// Rulesets whose durations had their units outside of the live value, as the library had them in format 3.
import { expect, test } from 'vitest';
import { RULESET } from '../paths.ts';
import { formerRulesets } from './fixtures/former-rulesets.ts';
import { carryUnits } from './migrations.ts';

function migrated(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const changes = carryUnits(new Map([...files].map(([path, text]) => [`${RULESET}${path}`, text])));
  return new Map([...files].map(([path, text]) => [path, changes.get(`${RULESET}${path}`) ?? text]));
}

const VOTES = 'core/votable-matters/votes';
const started = new Map(Object.entries(formerRulesets['2021'] ?? {}));

test.each([
  ['another number', (text: string) => text.replace('[48]', '[36]'), '[36 hours](#value:window)'],
  [
    'a date',
    (text: string) => text.replace('[48]', '[48, and 36 from 2031-01-01]'),
    '[48, and 36 from 2031-01-01](#value:window) hours',
  ],
  [
    'another unit, which nothing obeyed',
    (text: string) => text.replace(') hours', ') minutes'),
    '[48](#value:window) minutes',
  ],
])('a text that was amended to %s', (_, amend, expected) => {
  const text = amend(started.get(`${VOTES}.md`) ?? '');
  const after = migrated(new Map(started).set(`${VOTES}.md`, text));
  expect(after.get(`${VOTES}.md`)).toContain(expected);
  // The clause changes only together with its text.
  const isWhole = (after.get(`${VOTES}.md`) ?? '') !== text;
  expect((after.get(`${VOTES}.ts`) ?? '').includes("g.hours('window')")).toBe(isWhole);
});

test('a clause of the group’s own keeps its text, and so does all code that it shares with others', () => {
  const own = (started.get(`${VOTES}.ts`) ?? '').replace("value('window')", "value('window') * 2");
  const after = migrated(new Map(started).set(`${VOTES}.ts`, own));
  expect([after.get(`${VOTES}.ts`), after.get(`${VOTES}.md`)]).toEqual([own, started.get(`${VOTES}.md`)]);
  const idle = 'core/players/idle-players';
  const asBefore = (started.get(`${idle}.ts`) ?? '').replace(
    "value('silence-days')",
    "2 * value('silence-days')",
  );
  const kept = migrated(new Map(started).set(`${idle}.ts`, asBefore));
  for (const path of [`${idle}.md`, 'core/helpers/idling.ts', 'core/helpers/official-posts.ts'])
    expect([path, kept.get(path)]).toEqual([path, started.get(path)]);
  expect(kept.get(`${VOTES}.md`)).toContain('[48 hours](#value:window)');
});

test('a clause that reads a number in another way of the group’s own stays as it is, and so does its text', () => {
  const own = `${started.get(`${VOTES}.ts`) ?? ''}// value('window')\n`;
  const after = migrated(new Map(started).set(`${VOTES}.ts`, own));
  expect([after.get(`${VOTES}.ts`), after.get(`${VOTES}.md`)]).toEqual([own, started.get(`${VOTES}.md`)]);
});

test('nothing outside of the ruleset is rewritten, and what is rewritten already stays', () => {
  const below = (folder: string, files: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    new Map([...files].map(([path, text]) => [`${folder}${path}`, text]));
  expect([...carryUnits(below('content/posts/', started))]).toEqual([]);
  expect([...carryUnits(below(RULESET, migrated(started)))]).toEqual([]);
});
