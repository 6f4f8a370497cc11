import { pageName } from '../../seat/page-name.ts';
import { say } from '../../site/data/say.ts';
import { href, pendingOf } from '../../site/data/read-site.ts';
import type { PersonData, PostSummary, SiteData } from '../../site/data/site-data.ts';

/** The most octets of a line according to RFC 5545. */
const WIDTH = 75;
/** Sequence numbers count seconds from here, so that they fit in 31 bits and grow with each build. */
const SEQUENCE_FROM = Date.parse('2020-01-01T00:00:00Z');

interface Deadline {
  /** Stable for the same deadline, so that calendars move the entry instead of adding another. */
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly page: string;
}

/** The deadlines of a game as an iCalendar file: all of them, or those that concern one player. */
export function calendarOf(site: SiteData, person?: PersonData): Response {
  const text = calendarText(site, person);
  return new Response(text, { headers: { 'content-type': 'text/calendar; charset=utf-8' } });
}

function calendarText(site: SiteData, person?: PersonData): string {
  const { game, base, origin } = site;
  const place = pageName(`${origin === '' ? game.name : new URL(origin).host}${base}`);
  const stamp = basic(site.builtAt);
  const sequence = Math.max(0, Math.floor((Date.parse(site.builtAt) - SEQUENCE_FROM) / 1000));
  const title = person === undefined ? game.name : `${game.name}: ${person.name}`;
  const events = deadlinesOf(site, person).flatMap(({ id, at, title: summary, page }) => [
    'BEGIN:VEVENT',
    `UID:${id}@${place}`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${basic(at)}`,
    `SUMMARY:${escape(summary)}`,
    ...(origin === '' ? [] : [`URL:${new URL(href(page), origin).href}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gitnomic//Deadlines//EN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escape(title)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function deadlinesOf(site: SiteData, person?: PersonData): readonly Deadline[] {
  const matters = pendingOf(site);
  const mine = person === undefined ? matters : matters.filter((one) => concerns(one, person));
  return [...mine.flatMap(deadlinesOfMatter), ...comingIn(site)];
}

/** True if the person posted it, or can still vote on it. */
function concerns({ author, uses, implied }: PostSummary, { id, state }: PersonData): boolean {
  const voted =
    uses.some(({ by, withdrawn }) => by === id && !withdrawn) || implied.some(({ by }) => by === id);
  return author === id || (state === 'active' && !voted);
}

function deadlinesOfMatter(matter: PostSummary): readonly Deadline[] {
  const page = `matters/${pageName(matter.id)}/`;
  const name = pageName(matter.id);
  const { title, earliestEnactment, earliestFailure } = matter;
  return [
    ...(earliestEnactment === null
      ? []
      : [{ id: `enact.${name}`, at: earliestEnactment, title: say`${title} can be enacted`, page }]),
    ...(earliestFailure === null
      ? []
      : [{ id: `fail.${name}`, at: earliestFailure, title: say`${title} can fail`, page }]),
  ];
}

/** Rounds, timers and other acts of the rules that are yet to come. */
function comingIn({ api }: SiteData): readonly Deadline[] {
  return (api?.state.coming ?? []).map(({ id, at, title, rule }) => ({
    id: `coming.${pageName(id)}`,
    at,
    title,
    page: `rules/${rule}/`,
  }));
}

/** `2024-03-09T09:00:00Z` → `20240309T090000Z` */
function basic(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\;,]/gu, (letter) => `\\${letter}`).replaceAll(/\s*\n\s*/gu, '\\n');
}

/** Folds long lines with a line break and a space, never within a character. */
function fold(line: string): string {
  const parts = [''];
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > WIDTH) {
      parts.push('');
      octets = 1;
    }
    parts[parts.length - 1] += letter;
    octets += size;
  }
  return parts.join('\r\n ');
}
