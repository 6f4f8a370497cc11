// A game of many dynasties, each with its own rules, roster, gamestate, matters and ledger, frozen as the engine does it.
import { contentAtEnd, writeSnapshot } from '../src/store/dynasties/frozen.ts';
import { showedPath, shownAtEnd, writeShowed } from '../src/session/ask/shown-at-end.ts';
import { createGame } from '../src/session/play/create-game.ts';
import { dynastyFolder, ENGINE, GAME_FILE, GAMESTATE, LEDGER, POSTS, RULESET } from '../src/store/paths.ts';
import { readLibrary } from '../src/store/library.ts';
import { matterFiles, timeOf } from './site-history.ts';

export interface HistorySize {
  readonly matters: number;
  /** The number of past dynasties. */
  readonly dynasties: number;
  readonly players: number;
}

const CORES: Readonly<Record<string, string>> = {
  proving: '2021',
  clans: '2008',
  menagerie: '2019',
  gallery: '2021',
  crypt: '2021',
  'crypt-cleanup': '2021',
};
const PACKS = Object.keys(CORES);
/** The number of active players in a dynasty; all others on the roster are idle. */
const ACTIVE = 12;

type Files = Map<string, string>;

/** Returns the whole content of a game with a history of that size. The current dynasty has its share of the matters. */
export async function wholeHistory(size: HistorySize): Promise<ReadonlyMap<string, string>> {
  const begun = new Map<string, Files>();
  for (const pack of PACKS) begun.set(pack, await beginnings(pack));
  const files: Files = new Map();
  for (let number = 1; number <= size.dynasties; number++) {
    const own = frozen(number, begun.get(packOf(number)) ?? new Map(), size);
    for (const [path, text] of own) files.set(path, text);
    const ended = timeOf(firstOf(number + 1, size));
    const showed = await shownAtEnd({ number, content: contentAtEnd(own, number), ended });
    if (showed === null) throw new Error(`the rules of dynasty ${number} show nothing`);
    files.set(showedPath(number), writeShowed(showed));
  }
  const current = size.dynasties + 1;
  const now = peopled(begun.get('proving') ?? new Map(), current, size);
  for (const [path, text] of now) files.set(path, text);
  files.set(
    `${dynastyFolder(current)}first.json`,
    writeSnapshot(now, () => true),
  );
  for (let n = firstOf(current, size); n <= size.matters; n++)
    for (const [path, text] of matterFiles(n)) files.set(path, text);
  files.set(`${LEDGER}2026-01.jsonl`, linesOf(firstOf(current, size), size.matters));
  return files;
}

/** Returns all Markdown that becomes pages: matters, and the rules of each dynasty at its end. */
export function markdownOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found: Files = new Map();
  const add = (name: string, text: string): unknown =>
    found.set(name.replaceAll('/', '-'), text.replace(/^---\n.*?\n---\n/su, ''));
  for (const [path, text] of files) {
    if (/\/posts\/.*\.md$/u.test(path)) add(`matter-${path.split('/').at(-1) ?? ''}`, text);
    if (path.startsWith(RULESET) && path.endsWith('.md')) add(`rule-now-${path.slice(RULESET.length)}`, text);
    const number = /^content\/dynasties\/(\d+)\/last\.json$/u.exec(path)?.[1];
    if (number === undefined) continue;
    for (const [rule, its] of Object.entries(JSON.parse(text) as Record<string, string>))
      if (rule.startsWith('ruleset/') && rule.endsWith('.md')) add(`rule-${number}-${rule}`, its);
  }
  return found;
}

async function beginnings(pack: string): Promise<Files> {
  const { files } = await createGame(readLibrary(), {
    name: 'Long',
    core: coreOf(pack),
    dynasty: pack,
    players: Array.from({ length: ACTIVE }, (_, at) => ({
      id: `seat-${at + 10}`,
      admin: at === 0,
      emperor: at === 1,
    })),
    at: timeOf(0),
  });
  return new Map(files);
}

/** Returns the files that the engine keeps of a past dynasty. */
function frozen(number: number, begun: Files, size: HistorySize): Files {
  const [from, to] = [firstOf(number, size), firstOf(number + 1, size) - 1];
  const folder = dynastyFolder(number);
  const content = peopled(begun, number, size);
  const files: Files = new Map([
    [`${folder}first.json`, writeSnapshot(content, () => true)],
    [
      `${folder}last.json`,
      writeSnapshot(content, (path) => [GAME_FILE, RULESET, GAMESTATE].some((one) => path.startsWith(one))),
    ],
    [`${folder}ledger/2026-01.jsonl`, linesOf(from, to)],
    [`${folder}dynasty.yml`, about(number, content, from, to, size)],
  ]);
  for (let n = from; n <= to; n++)
    for (const [path, text] of matterFiles(n)) files.set(`${folder}posts/${path.slice(POSTS.length)}`, text);
  return files;
}

function about(number: number, content: Files, from: number, to: number, size: HistorySize): string {
  const terms = /^terms:\n(?: {2}.*\n)+/mu.exec(content.get(GAME_FILE) ?? '')?.[0] ?? '';
  return [
    `number: ${number}`,
    `name: The Dynasty No ${number}`,
    `emperor: ${personAt(number, 1, size)}`,
    `theme: What they did in the ${number}th.`,
    `began: ${timeOf(from)}`,
    `ended: ${timeOf(to + 1)}`,
    `successor: ${personAt(number + 1, 1, size)}`,
    `core: "${coreOf(packOf(number))}"`,
    `pack: ${packOf(number)}`,
    `${terms}ledger:\n  from: ${from - 1}\n  to: ${to - 1}`,
    `journal:\n  from: 0\n  to: 1`,
    `posts: ${to - from + 1}\n`,
  ].join('\n');
}

/** Adds the players of that time, and everybody who had joined before as idle. The dynasty's rules are like no other’s. */
function peopled(begun: Files, number: number, size: HistorySize): Files {
  const files: Files = new Map();
  const seated = (text: string): string =>
    text.replace(/seat-(\d+)/gu, (_, seat: string) => personAt(number, Number(seat) - 10, size));
  for (const [path, text] of begun) {
    const own = path.startsWith(`${RULESET}dynastic/`) && path.endsWith('.md');
    files.set(
      seated(path),
      own ? `${seated(text).trimEnd()}\n\nSo it is in the ${number}th.\n` : seated(text),
    );
  }
  const dynasty = files.get(`${GAMESTATE}dynasty.md`) ?? '';
  files.set(`${GAMESTATE}dynasty.md`, dynasty.replace(/^number: .*$/mu, `number: ${number}`));
  const archived = { lines: firstOf(number, size) - 1, rolls: 0, actions: {} };
  files.set(`${ENGINE}archived.json`, JSON.stringify(archived));
  const one = begun.get(`${GAMESTATE}players/seat-15.md`) ?? '';
  for (let at = 0; at < joinedBy(number, size) - ACTIVE; at++)
    files.set(
      `${GAMESTATE}players/person-${at}.md`,
      one.replace(/^state: .*$/mu, 'state: idle').replaceAll('seat-15', `person-${at}`),
    );
  return files;
}

/** The people who joined last are the active ones. */
function personAt(number: number, seat: number, size: HistorySize): string {
  return `person-${joinedBy(number, size) - ACTIVE + seat}`;
}

function joinedBy(number: number, { players, dynasties }: HistorySize): number {
  return Math.max(ACTIVE, Math.floor((players * number) / (dynasties + 1)));
}

function linesOf(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const n = from + at;
    const line = { n: n - 1, at: timeOf(n + 4), by: 'engine', what: `enact ${n}`, draws: [] };
    const change = { path: ['posts', String(n), 'status'], before: 'pending', after: 'enacted' };
    return `${JSON.stringify({ ...line, changes: [change], rules: '0123456789abcdef' })}\n`;
  }).join('');
}

/** Returns the number of a dynasty’s first matter. */
function firstOf(number: number, { matters, dynasties }: HistorySize): number {
  return 1 + Math.floor(((number - 1) * matters) / (dynasties + 1));
}

function coreOf(pack: string): string {
  return CORES[pack] ?? '2021';
}

function packOf(number: number): string {
  return PACKS[number % PACKS.length] ?? 'proving';
}
