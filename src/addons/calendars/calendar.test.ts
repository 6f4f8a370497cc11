// Deadlines as calendars read them.
import { expect, test } from 'vitest';

import { person, post, siteOf, use } from '../../site/data/fixtures/site-of.ts';
import { addresses } from './addresses.ts';
import { calendarOf } from './calendar.ts';
import type { PersonData, SiteData } from '../../site/data/site-data.ts';

const linesOf = async (site: SiteData, of?: PersonData): Promise<readonly string[]> =>
  (await calendarOf(site, of).text()).split('\r\n');
const eventsOf = async (site: SiteData, of?: PersonData): Promise<readonly string[]> =>
  (await linesOf(site, of))
    .filter((line) => line.startsWith('UID:'))
    .map((line) => line.slice('UID:'.length));
const TEA = post('1', {
  title: 'Tea; cake, and \\more\n twice',
  earliestEnactment: '2024-03-03T09:00:00Z',
  earliestFailure: '2024-03-04T10:30:00Z',
});

test('a matter has an entry for each way it can end, with an id by which calendars recognize it', async () => {
  const site = siteOf({
    posts: [TEA, post('2'), post('3', { status: 'enacted', earliestFailure: '2024-03-09T00:00:00Z' })],
  });
  const response = calendarOf(site);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const lines = await linesOf(site);
  expect(lines.slice(0, 6)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gitnomic//Deadlines//EN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Harbour',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  ]);
  expect(lines.slice(6, 14)).toEqual([
    'BEGIN:VEVENT',
    expect.stringMatching(/^UID:enact\.1@.*arbour/u),
    'DTSTAMP:20240301T090000Z',
    `SEQUENCE:${(Date.parse('2024-03-01T09:00:00Z') - Date.parse('2020-01-01T00:00:00Z')) / 1000}`,
    'DTSTART:20240303T090000Z',
    'SUMMARY:Tea\\; cake\\, and \\\\more\\ntwice can be enacted',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  expect(lines).toContain('DTSTART:20240304T103000Z');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
  expect(await eventsOf(site)).toHaveLength(2);
});

test('a player’s own calendar has what they posted, and what they can still vote on', async () => {
  const due = { earliestFailure: '2024-03-04T10:30:00Z' };
  const site = siteOf({
    posts: [
      post('own', { ...due, author: 'ana', uses: [use('ana', 'FOR')] }),
      post('open', due),
      post('voted', { ...due, uses: [use('ana', 'FOR')] }),
      post('withdrawn', { ...due, uses: [use('ana', 'FOR', undefined, { withdrawn: true })] }),
      post('implied', { ...due, implied: [{ by: 'ana', vote: 'FOR' }] }),
    ],
  });
  const ids = async (of: PersonData): Promise<readonly string[]> =>
    (await eventsOf(site, of)).map((id) => id.replace(/@.*$/u, ''));
  expect(await ids(person('ana'))).toEqual(['fail.own', 'fail.open', 'fail.withdrawn']);
  expect(await ids(person('ana', { state: 'idle' }))).toEqual(['fail.own']);
  expect(await linesOf(site, person('ana'))).toContain('X-WR-CALNAME:Harbour: Ana');
});

test('includes the rules’ coming acts, and links to pages by their full address', async () => {
  const coming = [
    { id: 'time:tide', at: '2024-03-02T12:00:00Z', title: 'The tide comes', rule: 'dynastic/tides' },
  ];
  const site = siteOf({
    origin: 'https://harbour.example',
    base: '/game/',
    posts: [TEA],
    api: { state: { coming } } as never,
  });
  const lines = await linesOf(site);
  expect(lines).toContain('SUMMARY:The tide comes');
  expect(lines.filter((line) => line.startsWith('URL:'))).toEqual([
    'URL:https://harbour.example/game/matters/1/',
    'URL:https://harbour.example/game/matters/1/',
    'URL:https://harbour.example/game/rules/dynastic/tides/',
  ]);
  expect((await eventsOf(site))[2]).toMatch(/^coming\.time.*@harbour\.example/u);
});

test('folds long lines by octets, but not within a character', async () => {
  const title = 'ä'.repeat(100);
  const site = siteOf({ posts: [post('1', { title, earliestFailure: '2024-03-04T10:30:00Z' })] });
  const text = await calendarOf(site).text();
  const sizes = text.split('\r\n').map((line) => Buffer.byteLength(line));
  expect(Math.max(...sizes)).toBe(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title} can fail`);
});

test('makes one for the game and for each player who is there', () => {
  const site = siteOf({ people: [person('ana'), person('cy', { state: 'gone' })] });
  expect(addresses(site)).toEqual(['deadlines.ics', 'players/ana.ics']);
  expect(addresses({ ...site, home: '/' })).toEqual([]);
});
