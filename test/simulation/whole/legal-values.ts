import { parse } from 'yaml';

import { must } from './invariants.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u;
const STATES = ['outsider', 'applicant', 'active', 'idle', 'left', 'barred'];

/** `players/ana` → what its file holds. */
export type Tracked = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Reads the gamestate with nothing but a YAML parser, and holds what is known of it against its bounds. */
export function readLegal(content: ReadonlyMap<string, string>): Tracked {
  const tracked = new Map<string, Record<string, unknown>>();
  for (const [path, text] of content) {
    const place = /^content\/gamestate\/(.+)\.md$/u.exec(path)?.[1];
    if (place === undefined) continue;
    const front = /^---\n([\s\S]*?)\n?---\n/u.exec(text)?.[1];
    must(front !== undefined, 'legal-values', () => `${path} has no front matter`);
    const fields = (parse(front ?? '') ?? {}) as Record<string, unknown>;
    tracked.set(place, fields);
    if (place.startsWith('players/')) checkPlayer(place, fields);
  }
  must(tracked.has('game') && tracked.has('dynasty'), 'legal-values', () => 'game or dynasty is gone');
  const counted = tracked.get('game')?.['counted'] ?? 0;
  must(
    Number.isInteger(counted) && Number(counted) >= 0,
    'legal-values',
    () => `game.counted is ${JSON.stringify(counted)}`,
  );
  return tracked;
}

function checkPlayer(place: string, fields: Readonly<Record<string, unknown>>): void {
  const wrong = (key: string): string => `${place}.${key} is ${JSON.stringify(fields[key])}`;
  must(/^players\/[a-z0-9]+(-[a-z0-9]+)*$/u.test(place), 'legal-values', () => `${place} is no id`);
  if (fields['state'] !== undefined)
    must(STATES.includes(String(fields['state'])), 'legal-values', () => wrong('state'));
  for (const key of Object.keys(fields).filter((one) => one === 'pips' || one.startsWith('coins')))
    must(Number.isInteger(fields[key]) && Number(fields[key]) >= 0, 'legal-values', () => wrong(key));
  for (const key of ['joined', 'last-active', 'idle-since', 'idle-asked', 'unidle-asked'])
    if (fields[key] !== undefined && fields[key] !== 'none' && fields[key] !== null)
      must(TIME.test(String(fields[key])), 'legal-values', () => wrong(key));
  if (fields['admin'] === true)
    must(['players/ana', 'players/bo'].includes(place), 'legal-values', () => wrong('admin'));
}
