/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { say, tag } from './say-here.ts';
import { inTime } from '../../language/wording.ts';
import { withEach } from './renewals.ts';

// Times are in UTC, like the game's; hovering shows them in the reader's own zone, with the distance from now.
// Deadlines are shown in the reader's zone at once, with the time that is left.
// English pages use the reader’s own locale, since there are several kinds of English.
const tongue = tag === 'en' ? undefined : tag;
const here = new Intl.DateTimeFormat(tongue, { dateStyle: 'medium', timeStyle: 'short' });
const short = new Intl.DateTimeFormat(tongue, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

withEach<HTMLTimeElement>('time[datetime]', (time) => {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) return;
  // A game at home has its own clock, which may be years behind the reader's.
  const { now } = document.documentElement.dataset;
  const far = inTime(now === undefined ? Date.now() : Date.parse(now), at.getTime(), tag);
  time.title = say`${here.format(at)} in your time zone, ${far}`;
  const { due } = time.dataset;
  if (due === undefined) return;
  time.title = `${time.textContent}; ${time.title}`;
  time.textContent = short.format(at);
  const left = Object.assign(document.createElement('strong'), {
    className: 'left',
    textContent: `, ${far}`,
  });
  if (time.nextElementSibling?.matches('.left') === true) time.nextElementSibling.replaceWith(left);
  else time.after(left);
});
