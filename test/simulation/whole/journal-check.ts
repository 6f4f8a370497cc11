import { createHash } from 'node:crypto';

import type { ForgeEvent } from '../../../src/forge/events.ts';
import { readTree } from '../../../src/repository/read-tree.ts';
import { readBranch } from '../../../src/repository/refs.ts';
import { must } from './invariants.ts';
import type { World } from './world.ts';

export interface Line {
  readonly n: number;
  readonly id: string;
  readonly at: string;
  readonly seen: string;
  readonly event: ForgeEvent;
}

interface Raw {
  readonly n: number;
  readonly id: string;
  readonly at: string;
  readonly seen: string;
  readonly event: { readonly type: string };
  readonly words?: { readonly title?: string; readonly text?: string };
  /** The start of it. */
  readonly hash: string;
}

interface Start {
  readonly after: { readonly n: number; readonly hash: string };
  readonly salt: string;
}

/** JSON with its keys in order. Written here once more, so that a fault in the engine's own is not shared. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${sorted(one)}`).join(',')}}`;
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `2024/lines-2024-03-1.log`, and `lines-2024-04-1.log` for the last. */
const PART = /^(?:\d{4}\/)?lines-[\d-]+\.log$/u;

/** Month and number, so that they can be sorted. */
const nameOf = (path: string): string =>
  path.replace(/^\d{4}\//u, '').replace(/\d+(?=\.log)/u, (n) => n.padStart(4, '0'));

/** Reads the journal as Git holds it and goes over its chain. */
export async function readJournal(world: World): Promise<readonly Line[]> {
  const tip = await readBranch(world.repository, 'journal');
  if (tip === null) return [];
  const { files } = await readTree(world.repository, tip);
  const paths = [...files.keys()].filter((path) => PART.test(path));
  paths.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const rows = paths.flatMap((path) => (files.get(path)?.text ?? '').split('\n').filter((row) => row !== ''));
  let [prev, salt, count] = ['0'.repeat(64), '', 0];
  return rows.flatMap((row) => {
    const line = JSON.parse(row) as Raw | Start;
    if ('after' in line) {
      const follows = line.after.n === count && line.after.hash === prev;
      must(follows, 'journal-chain', () => `the part after line ${count} does not follow on it`);
      ({ salt } = line);
      return [];
    }
    const { n, id, at, seen, event, words, hash } = line;
    count += 1;
    must(n === count, 'journal-chain', () => `line ${count} says that it is line ${n}`);
    const own = sha(`${n} ${salt}`).slice(0, 32);
    const digest = words === undefined ? null : sha(sorted({ salt: own, ...words }));
    prev = sha(sorted([n, id, at, seen, event, digest, prev]));
    must(prev.startsWith(hash), 'journal-chain', () => `line ${n} is not what its hash says`);
    const said = {
      ...(words?.title === undefined ? {} : { title: words.title }),
      ...(words?.text === undefined ? {} : { text: words.text }),
    };
    return [{ n, id, at, seen, event: { id, at, ...event, ...said } as ForgeEvent }];
  });
}

/** Everything that the forge's own log tells of is there, once, word for word. */
export async function journalIsWhole(world: World, lines: readonly Line[]): Promise<void> {
  const { events } = await world.forge.observe(null);
  const byId = new Map(lines.map((line) => [line.id, line]));
  must(byId.size === lines.length, 'journal-whole', () => 'an event stands in the journal twice');
  for (const event of events) {
    const line = byId.get(event.id);
    // What the engine itself did at the end of a tick is told to the next.
    if (line === undefined && 'by' in event && event.by?.bot === true) continue;
    must(line !== undefined, 'journal-whole', () => `${event.type} ${event.id} is not in the journal`);
    // The journal adds for the counting of votes that a text has more in it than its author's own words.
    const { marked, ...told } = (line?.event ?? {}) as ForgeEvent & { readonly marked?: boolean };
    const isPlain = !('text' in event && /[`~<>[\]]|^(?: {4}|\t)/mu.test(event.text ?? ''));
    must(marked !== true || !isPlain, 'journal-whole', () => `${event.id} has nothing marked in it`);
    must(
      sorted(told) === sorted(event),
      'journal-whole',
      () => `${event.id} is ${sorted(line?.event)}, and was ${sorted(event)}`,
    );
  }
}
