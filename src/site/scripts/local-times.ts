import { tag } from './say-here.ts';
import { inTime } from '../../language/wording.ts';
import { make } from './make.ts';
import { withEach } from './renewals.ts';

// Times are written in UTC, like the game's. Here they are shown in the reader's own zone and way of writing, and deadlines
// with the time that is left. Hovering shows the time in UTC.
// English pages use the reader’s own locale, since there are several kinds of English.
const tongue = tag === 'en' ? undefined : tag;
const WITHOUT_TIME = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const WITH_TIME = { ...WITHOUT_TIME, hour: 'numeric', minute: '2-digit' } as const;

withEach<HTMLTimeElement>('time[datetime]', (time) => {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) return;
  // A game at home has its own clock, which may be years behind the reader's.
  const now = new Date(document.documentElement.dataset['now'] ?? Date.now());
  const isDay = !/\d:\d/u.test(time.textContent);
  // A game that has ended is read years later.
  const today = document.documentElement.dataset['still'] === undefined ? now : new Date();
  const year = at.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  time.title = `${time.textContent.trim()}; ${inTime(now.getTime(), at.getTime(), tag)}`;
  time.textContent = new Intl.DateTimeFormat(tongue, {
    ...(isDay ? WITHOUT_TIME : WITH_TIME),
    ...year,
    // A day is a day of the game's clock, and not of the reader's time zone.
    ...(isDay ? { timeZone: 'UTC' } : {}),
  }).format(at);
  if (time.dataset['due'] === undefined) return;
  const left = make('strong', { className: 'left' });
  left.dataset['until'] = String(Date.now() + at.getTime() - now.getTime());
  left.textContent = sayLeft(left);
  if (time.nextElementSibling?.matches('.left') === true) time.nextElementSibling.replaceWith(left);
  else time.after(left);
});

/** Counts down by the second in the last hour. */
function sayLeft({ dataset }: HTMLElement): string {
  const [now, until] = [Date.now(), Number(dataset['until'])];
  const seconds = Math.ceil((until - now) / 1000);
  const said = `, ${inTime(now, until, tag)}`;
  if (seconds < 0 || seconds >= 3600) return said;
  return said.replace(/\p{Nd}+/u, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
}

setInterval(() => {
  for (const left of document.querySelectorAll<HTMLElement>('.left[data-until]')) {
    const said = sayLeft(left);
    if (left.textContent !== said) left.textContent = said;
  }
}, 1000);
