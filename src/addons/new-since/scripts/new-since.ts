/// <reference lib="dom" />
// Shows the news since this browser's last visit: in full on the front page, as a line on others. Only the browser
// remembers the visit.
import { addressHere, readJson } from '../../../site/scripts/read-files.ts';
import { say } from '../../../site/scripts/say-here.ts';
import type { Newest } from '../newest.ts';

const strip = document.getElementById('new-since');
/** The interval at which pages other than the front page ask for news. */
const EVERY_MS = 60_000;
const MOST_LINES = 12;
const MOST = 50;

if (strip !== null) void tell(strip);

async function tell(place: HTMLElement): Promise<void> {
  const { of = '', by = '', front } = place.dataset;
  const isFront = front !== undefined;
  const key = `gitnomic-seen ${of}`;
  const newest = await latest(place, `gitnomic-newest ${of}`, isFront);
  if (newest === null) return;
  const seen = readStored(localStorage, key);
  const ids = newest.map(({ id }) => id);
  if (seen === null) {
    // A first-time visitor is not shown everything that ever happened.
    keep(localStorage, key, ids);
    return;
  }
  const others = newest.filter((one) => one.by !== by);
  if (!isFront) {
    const count = others.filter(({ id }) => !seen.includes(id)).length;
    if (count > 0) show(place, sayCount(count), []);
    return;
  }
  // The list stays the same while the tab is open, even as pages update.
  const before = readStored(sessionStorage, key) ?? seen;
  keep(sessionStorage, key, before);
  const isNew = others.filter(({ id }) => !before.includes(id));
  keep(localStorage, key, ids);
  if (isNew.length > 0) show(place, say`New since you were here last`, isNew);
  place.querySelector('button')?.addEventListener('click', () => {
    keep(sessionStorage, key, ids);
    place.hidden = true;
  });
}

function sayCount(count: number): string {
  return count === MOST ? say`${count} or more new since last time` : say`${count} new since last time`;
}

async function latest(place: HTMLElement, key: string, always: boolean): Promise<readonly Newest[] | null> {
  const known = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { at: number; newest: Newest[] } | null;
  if (!always && known !== null && Date.now() - known.at < EVERY_MS) return known.newest;
  const newest = await readJson<Newest[]>(place.dataset['newest'] ?? '').catch(() => null);
  if (newest === null) return null;
  sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), newest }));
  return newest;
}

function show(place: HTMLElement, title: string, list: readonly Newest[]): void {
  const said = place.querySelector('[data-title]');
  if (said !== null) said.textContent = title;
  const lines = list.slice(0, MOST_LINES).map(({ text, to }) => {
    const [line, link] = [document.createElement('li'), document.createElement('a')];
    link.href = addressHere(to);
    link.textContent = text;
    line.append(link);
    return line;
  });
  place.querySelector('ul')?.replaceChildren(...lines);
  place.hidden = false;
}

function readStored(where: Storage, key: string): readonly string[] | null {
  const text = where.getItem(key);
  return text === null ? null : (JSON.parse(text) as readonly string[]);
}

function keep(where: Storage, key: string, ids: readonly string[]): void {
  where.setItem(key, JSON.stringify(ids));
}
