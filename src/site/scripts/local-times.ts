/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { say, tag } from './say-here.ts';
import { inTime } from '../../language/wording.ts';
// Times stand in UTC, by which the game goes; pointing at one tells it in the reader's own zone, and how long it is.
// Deadlines stand in the reader's own zone at once, with the time that is left.
// English pages show times as the reader’s own machine does: there are many Englishes.
const tongue = tag === 'en' ? undefined : tag;
const here = new Intl.DateTimeFormat(tongue, { dateStyle: 'medium', timeStyle: 'short' });
const short = new Intl.DateTimeFormat(tongue, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

// A game at home goes by a clock of its own, which may stand years before the reader's.
const { now } = document.documentElement.dataset;
const asked = now === undefined ? Date.now() : Date.parse(now);

for (const time of document.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) continue;
  const far = inTime(asked, at.getTime(), tag);
  time.title = say`${here.format(at)} in your time zone, ${far}`;
  const { due } = time.dataset;
  if (due === undefined) continue;
  time.title = `${time.textContent}; ${time.title}`;
  time.textContent = short.format(at);
  // A game that stands still has told already how long it was, by its own clock.
  if (due === 'still') continue;
  const left = time.nextElementSibling?.matches('.left')
    ? time.nextElementSibling
    : document.createElement('strong');
  left.className = 'left';
  left.textContent = `, ${far}`;
  time.after(left);
}
