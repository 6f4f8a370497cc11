import { existsSync, globSync, readFileSync, statSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readBranch } from '../../repository/refs.ts';
import { openRepository } from '../../repository/repository.ts';
import { putFile, setFileAside } from '#platform/files.ts';
import type { Finding, Fix } from '../../care/doctor/finding.ts';
import { journalTip, readJournalHead } from '../../store/journal/journal-head.ts';
import { SHAPES, type Shape, describeSpoilt } from '../../cache/own-files.ts';
import { writeAheadMs } from './game-folder.ts';
import { ENGINE_FOLDER, type HomeGame } from '../game.ts';
import { findLink } from '../links-in-game.ts';
import { readContent } from '../../tick/observe.ts';
import { logPath, snapshotPath } from '../../forge/embedded/core.ts';
import { isSnapshotWrong } from '../../forge/embedded/snapshot.ts';
import { hashOfParts, readEntries } from '../../cache/cached-reads.ts';
import { nodeDisk } from '../../repository/node-disk.ts';
import type { Memo } from '../../ruleset/memo.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { SourceCache } from '../../sandbox/sources.ts';
import { readGame } from '../../store/read-game.ts';

interface Kind {
  readonly files: string;
  readonly shape: Shape;
  /** What the file holds, and what happens if it is lost. */
  readonly what: string;
  readonly fix: (path: string, folder: string, now: string | undefined) => Fix;
}

const DRAWN = 'a new one replaces it, so that the game goes on';
const KINDS: readonly Kind[] = [
  {
    files: 'clock.json',
    shape: SHAPES.clock,
    what: 'It records how far this game’s clock is ahead of the machine’s; the forge’s log has the time of the last event.',
    fix: restoreClock,
  },
  {
    files: 'checkout.json',
    shape: SHAPES.checkout,
    what: 'It records the commit from which content/ was written, which can also be found from the files.',
    fix: setAside,
  },
  {
    files: 'private/{dice,secret}.seed',
    shape: SHAPES.seed,
    what: `Without the seed, its draws can’t be checked; ${DRAWN}.`,
    fix: setAside,
  },
  {
    files: 'private/{emperor,reader-*}.key',
    shape: SHAPES.identity,
    what: `Without the key, submissions sealed to it can’t be opened; ${DRAWN}, to be published by \`gitnomic seal keys publish\`.`,
    fix: setAside,
  },
  {
    files: 'private/older-keys.txt',
    shape: SHAPES.identities,
    what: 'It has the keys used before, one per line; intact lines can be kept.',
    fix: keepLines,
  },
  {
    files: 'private/older-secret-seeds.txt',
    shape: SHAPES.seeds,
    what: 'It has the seeds used before, one per line; intact lines can be kept.',
    fix: keepLines,
  },
  {
    files: 'private/{values,pending}/*.json',
    shape: SHAPES.data,
    what: 'It holds private values; without it those of the earlier state apply, and later private changes are lost.',
    fix: setAside,
  },
  {
    files: '{links,browsers}.json',
    shape: SHAPES.data,
    what: 'It holds the seat links, or the browsers that they seated; without it, the next start makes new links, which people have to open.',
    fix: setAside,
  },
  {
    files: 'private/pictures/addresses.json',
    shape: SHAPES.data,
    what: 'It records where pictures were fetched from; without it they are fetched again.',
    fix: setAside,
  },
];

/** Finds files in `.gitnomic` that the engine did not write like this, each with a fix. */
export function checkOwnFiles(folder: string, now?: string): readonly Finding[] {
  const own = join(folder, ENGINE_FOLDER);
  const links = checkLinks(folder);
  if (links.length > 0) return links;
  return KINDS.flatMap(({ files, shape, what, fix }) =>
    globSync(files, { cwd: own })
      .map((name) => join(own, name))
      .filter((path) => !shape(readFileSync(path, 'utf8')))
      .map((path) => ({
        code: 'spoilt-file',
        level: 'problem',
        what: `This file is ${describeSpoilt(readFileSync(path, 'utf8'))}. ${what}`,
        where: path,
        next: 'If there is a copy of it, put that back. Otherwise `gitnomic doctor --fix` does this, and keeps the file under another name.',
        fix: fix(path, folder, now),
      })),
  );
}

export function checkLinks(folder: string): readonly Finding[] {
  const link = findLink(folder);
  if (link === null) return [];
  const { code, message: what, next = '' } = link;
  return [{ code, level: 'problem', what, where: folder, next }];
}

/** When something last happened, by the forge's log. */
export function lastTimeOnForge(folder: string): string | null {
  const log = logFile(folder);
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];
  return (
    lines
      .map((line) => /"at":"([^"]+)"/u.exec(line)?.[1] ?? '')
      .sort()
      .at(-1) || null
  );
}

/** Detects a lost log by what the journal and main have already read from it. */
export async function checkLog(folder: string): Promise<readonly Finding[]> {
  const repository = await openRepository(join(folder, ENGINE_FOLDER, 'forge/repository.git'));
  const size = statSync(logFile(folder), { throwIfNoEntry: false })?.size ?? 0;
  const journal = await journalTip(repository);
  const head = journal === null ? null : await readJournalHead(repository, journal);
  const read = Number(head?.mark?.split(':')[1] ?? 0);
  if (size >= read && (size > 0 || (await readBranch(repository, 'main')) === null)) return [];
  return [
    {
      code: 'log-lost',
      level: 'problem',
      what: `The forge’s log ${size === 0 ? 'is gone or empty' : 'is cut off'}: it had at least ${read} bytes, and has ${size}. What people did up to then is in the journal too; everything else that only the forge knew is lost.`,
      where: logFile(folder),
      next: 'Put back a copy of it before anything else happens in the game. Without one, move its remains away: `gitnomic doctor recover --forge` then rebuilds it from the journal.',
    },
  ];
}

function logFile(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'forge/events.jsonl');
}

function setAside(path: string): Fix {
  return { does: `set ${path} aside`, run: async () => void setFileAside(path) };
}

function keepLines(path: string): Fix {
  const shape = path.includes('seeds') ? SHAPES.seeds : SHAPES.identities;
  return {
    does: `keep the intact lines of ${path}`,
    run: async () => {
      const whole = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => shape(`${line}\n`));
      setFileAside(path);
      if (whole.length > 0) putFile(path, whole.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    },
  };
}

const SMALL_MS = 60_000;

/** The log's last line has the game's time, and the file's date has this machine's time then. */
function restoreClock(path: string, folder: string, now: string | undefined): Fix {
  const at = lastTimeOnForge(folder);
  const wroteMs = statSync(logFile(folder), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const aheadMs =
    at === null ? 0 : Math.round(Date.parse(at) - (now === undefined ? wroteMs : Date.parse(now)));
  return {
    does: `let the game’s clock go on from ${at ?? 'this machine’s time'}, the time of the last event`,
    run: async () => {
      setFileAside(path);
      writeAheadMs(folder, Math.abs(aheadMs) < SMALL_MS || (now !== undefined && aheadMs < 0) ? 0 : aheadMs);
    },
  };
}

interface CacheFile {
  readonly path: string;
  readonly entries: Readonly<Record<string, unknown>>;
  readonly damaged: readonly string[];
}

/** Compares every cached entry with what the files give now. */
export async function checkCaches(game: HomeGame): Promise<readonly Finding[]> {
  const own = join(game.folder, ENGINE_FOLDER);
  const findings: Finding[] = [];
  if (await isSnapshotWrong(nodeDisk(join(own, 'forge')), logPath, snapshotPath))
    findings.push(found(join(own, 'forge', snapshotPath), 'It is damaged, or differs from the forge’s log.'));
  const { engine } = game.caches;
  if (engine === null) return findings;
  const files = globSync('{cache,site/**/cache}/*.json', { cwd: own }).map((name) => join(own, name));
  const caches = files.map((path): CacheFile => ({ path, ...readEntries(path, engine) }));
  const wrong = await differing(game, caches);
  for (const { path, damaged } of caches) {
    if (damaged.length > 0) findings.push(found(path, `${damaged.length} of its entries are damaged.`));
    const others = wrong.get(path) ?? 0;
    if (others > 0)
      findings.push(found(path, `${others} of its entries differ from what the game’s files give.`));
  }
  return findings;
}

/** Counts the entries of each file that differ from freshly computed ones. */
async function differing(game: HomeGame, caches: readonly CacheFile[]): Promise<ReadonlyMap<string, number>> {
  const wrong = new Map<string, number>();
  const compare = (id: string, made: unknown): void => {
    for (const { path, entries } of caches)
      if (Object.hasOwn(entries, id) && textOf(id, entries[id]) !== textOf(id, made))
        wrong.set(path, (wrong.get(path) ?? 0) + 1);
  };
  const memo: Memo = {
    get: () => undefined,
    set: (kind, name, text, made) => compare(`${kind} ${hashOfParts([name, text])}`, made),
  };
  const { repository } = game.forge;
  const files = await readContent({ repository: { ...repository, memo } }, await game.main());
  const { ruleset, terms } = readGame(files, memo);
  readRuleset(ruleset, terms, memo);
  const sources = new SourceCache();
  sources.store = memo;
  sources.compileAll(ruleset);
  return wrong;
}

/** If only changes were read, a commit's texts come in another order and with another count, which makes no difference. */
function textOf(id: string, value: unknown): string {
  if (!id.startsWith('content ')) return JSON.stringify(value);
  const { texts } = value as { readonly texts: readonly (readonly [path: string, text: string])[] };
  return JSON.stringify(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function found(path: string, what: string): Finding {
  return {
    code: 'cache-wrong',
    level: 'problem',
    what: `This cache differs from what the engine would make now. ${what} The game loses nothing by that.`,
    where: path,
    next: '`gitnomic doctor --fix` deletes it, and the next command makes it again.',
    fix: { does: `delete ${path}`, run: async () => Promise.resolve(rmSync(path, { force: true })) },
  };
}
