// A game after a history of twenty years: 231 past dynasties, 15,800 resolved matters with their comments,
// the journal of everything, and a new dynasty of a dozen people.
import { writeSnapshot } from '../src/store/dynasties/frozen.ts';
import { showedPath, shownAtEnd, writeShowed } from '../src/session/ask/shown-at-end.ts';
import { createGame } from '../src/session/play/create-game.ts';
import type { ContentFiles } from '../src/store/paths.ts';
import { extend, filesOf } from '../src/store/journal/extend.ts';
import { emptyHead } from '../src/store/journal/journal-head.ts';
import { toJournalRecord, recordPath, writeRecord } from '../src/store/journal/journal-record.ts';
import { openPathOf } from '../src/store/journal/part.ts';
import { readLibrary } from '../src/store/library.ts';
import type { ForgeEvent, Person } from '../src/forge/events.ts';
import { localForgeOn, type LocalForge } from '../src/forge/embedded/local-forge.ts';
import type { Disk } from '../src/repository/disk.ts';
import { writeCommit } from '../src/repository/write-commit.ts';
import { bodyOf, matterFiles, timeOf } from './site-history.ts';

export const MATTERS = 15_800;
export const DYNASTIES = 231;
export const BEGINS = '2026-01-01T00:00:00Z';
const SAID_OF_EACH = 8;
const NUMBER = DYNASTIES + 1;
const NAMES = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus', 'hal', 'ida', 'jo', 'kay', 'lou'];

export const people: readonly Person[] = NAMES.map((id) => ({ id, name: id, bot: false }));
export const author = { name: 'Gitnomic', email: 'gitnomic@example.org', at: BEGINS };

/** Returns the game's files with this share of the history: past dynasties in their folders, and a new one. */
export async function longGame(share: number): Promise<ContentFiles> {
  const { files } = await createGame(readLibrary(), {
    name: 'Long',
    core: '2021',
    dynasty: 'proving',
    players: NAMES.map((id, at) => ({ id, account: id, admin: at === 0, emperor: at === 1 })),
    at: BEGINS,
    given: { 'dynasty.number': NUMBER },
  });
  const all = new Map(files);
  const snapshot = writeSnapshot(files, () => true);
  const showed = await shownAtEnd({ number: NUMBER, content: files, ended: BEGINS });
  if (showed === null) throw new Error('its rules show nothing');
  const shown = writeShowed(showed);
  for (let number = 1; number <= Math.round(DYNASTIES * share); number++) {
    const folder = `content/dynasties/${number}/`;
    const { from, to } = mattersOf(number);
    all.set(`${folder}dynasty.yml`, aboutOf(number, to - from + 1));
    all.set(`${folder}first.json`, snapshot);
    all.set(`${folder}last.json`, snapshot.replace('Long', `Long ${number}`));
    all.set(showedPath(number), shown.replace('"about":null', `"about":"Of the ${number}."`));
    for (let n = from; n <= to; n++)
      for (const [path, text] of matterFiles(n)) all.set(path.replace('content/', folder), text);
  }
  return all;
}

/** The first and the last matter of a dynasty. */
export function mattersOf(number: number): { readonly from: number; readonly to: number } {
  const each = MATTERS / DYNASTIES;
  return { from: Math.round((number - 1) * each) + 1, to: Math.round(number * each) };
}

export function aboutOf(number: number, posts: number): string {
  return `number: ${number}
name: The ${number}. Dynasty
emperor: ana
ended: 2025-12-31T00:00:00Z
successor: bo
terms: { player: Player, players: Players, emperor: Emperor, emperors: Emperors }
ledger: { from: 0, to: ${posts} }
journal: { from: 0, to: ${posts * (SAID_OF_EACH + 2)} }
posts: ${posts}
`;
}

/** Opens a forge that holds the game as if it had been played there. `forge.repository` has main and nothing else. */
export async function beginOn(disk: Disk, files: ContentFiles, clock: () => string): Promise<LocalForge> {
  const local = await localForgeOn(disk, { clock, forgeId: 'f' });
  const first = await writeCommit(local.forge.repository, {
    parents: [],
    changes: files,
    author,
    message: 'Begin',
  });
  await local.forge.advance('main', null, first);
  return local;
}

/** Returns the journal of the whole history by segment, and its end. */
export function longJournal(): { readonly files: ContentFiles; readonly head: typeof emptyHead } {
  const files = new Map<string, string>();
  let head = emptyHead;
  for (let n = 1; n <= MATTERS; n++) {
    const seen = timeOf(n + 4);
    const options = { known: new Set<string>(), seen, mark: null, newSalt: () => 'sixteen letters!' };
    const more = extend(head, eventsOf(n), options);
    for (const [path, text] of filesOf(head, more, files.get(openPathOf(head.segment)) ?? ''))
      if (text === null) files.delete(path);
      else files.set(path, text);
    ({ head } = more);
  }
  return { files, head };
}

/** Opens a matter, comments on it and closes it. */
export function eventsOf(n: number): readonly ForgeEvent[] {
  const post = `old-${n}`;
  const by = (at: number): Person => people[(n + at) % people.length] as Person;
  const head = { branch: `matter-${n}`, oid: n.toString(16).padStart(40, '0') };
  return [
    {
      type: 'opened',
      id: `o${n}`,
      at: timeOf(n),
      by: by(0),
      post,
      kind: 'proposal',
      title: `Matter ${n}`,
      text: bodyOf(n),
      head,
    },
    ...Array.from({ length: SAID_OF_EACH }, (_, at) => ({
      type: 'commented' as const,
      id: `c${n}-${at}`,
      at: timeOf(n + 1),
      by: by(at),
      post,
      comment: `c${n}-${at}`,
      text: at % 3 === 0 ? 'FOR, since it was long overdue.' : 'What of those who hold two of them?',
    })),
    { type: 'closed', id: `x${n}`, at: timeOf(n + 4), by: by(0), post },
  ];
}

/** Opens the game with the journal of its history beside it, read to its end. */
export async function beginWithJournal(disk: Disk, clock: () => string): Promise<LocalForge> {
  const { files, head } = longJournal();
  const { repository } = (await localForgeOn(disk, { clock, forgeId: 'f' })).forge;
  const commit = await writeCommit(repository, {
    parents: [],
    changes: files,
    author,
    message: 'Twenty years',
  });
  const game = new Map([...(await longGame(1))].map(([path, text]) => [path, since(head.n, path, text)]));
  game.set(recordPath, writeRecord(toJournalRecord(commit, head)));
  const local = await beginOn(disk, game, clock);
  await local.forge.advance('journal', null, commit);
  return local;
}

/** The line of the journal at which the current dynasty began. */
function since(line: number, path: string, text: string): string {
  if (path === 'content/engine/dynasty.json') return text.replace('"line": 0', `"line": ${line}`);
  if (path === `content/dynasties/${NUMBER}/first.json`)
    return text.replace(String.raw`\"line\": 0`, String.raw`\"line\": ${line}`);
  return text;
}
