/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Times stand in UTC, by which the game goes; pointing at one tells it in the reader's own zone, and how long it is.
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const here = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

for (const time of document.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) continue;
  const hours = Math.round((at.getTime() - Date.now()) / 3_600_000);
  const far =
    Math.abs(hours) > 47 ? relative.format(Math.round(hours / 24), 'day') : relative.format(hours, 'hour');
  const own = here.format(at);
  time.title = `${own} in your time zone, ${far}`;
  if (Math.abs(hours) > 72) continue;
  const beside = document.createElement('span');
  beside.className = 'own-time';
  beside.textContent = ` (${own} for you)`;
  if (time.closest('.meta, .notice') !== null && new Date().getTimezoneOffset() !== 0) time.after(beside);
}
