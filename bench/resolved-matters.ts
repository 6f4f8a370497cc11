// The changes that commits write to main when they resolve matters, as the engine does it: the archived post, its
// line in the ledger, when each player was last active, the engine's own notes, and the rule that the matter changed.
import { createHash } from 'node:crypto';
import { type JournalHead } from '../src/store/journal/journal-head.ts';
import { toJournalRecord, recordPath, writeRecord } from '../src/store/journal/journal-record.ts';
import { dynastyFolder, ENGINE, GAMESTATE, LEDGER, POSTS } from '../src/store/paths.ts';
import { aboutOf, DYNASTIES, eventsOf, mattersOf } from './long-game.ts';
import { matterFiles, timeOf } from './site-history.ts';

export interface Resolving {
  readonly message: string;
  readonly author: string;
  readonly files: ReadonlyMap<string, string>;
  /** The rule as on the matter's own branch; null for a matter that failed. */
  readonly rule: readonly [path: string, text: string] | null;
}

const RULE = 'content/ruleset/core/proposals.md';
const hexOf = (text: string): string => createHash('sha1').update(text).digest('hex');
const asWritten = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The files of the game after each of its matters, in order. */
export class ResolvedMatters {
  readonly files: Map<string, string>;

  constructor(files: ReadonlyMap<string, string>) {
    this.files = new Map(files);
  }

  /** Returns the commit that resolves a matter, once the journal has been read to its end. */
  resolve(n: number, journal: JournalHead): Resolving {
    const at = timeOf(n + 4);
    const files = new Map(
      matterFiles(n).map(([path, text]) => [
        path,
        path.endsWith('.json') ? asWritten(JSON.parse(text)) : text,
      ]),
    );
    const isEnacted = [...files.values()].some((text) => text.includes('\nstatus: enacted\n'));
    const what = isEnacted ? 'enact' : 'fail';
    const said = `**Matter ${n}** was ${what}ed. 5 for, 2 against.`;
    files.set(`${ENGINE}clock.json`, `${JSON.stringify(at)}\n`);
    files.set(`${ENGINE}outbox.json`, outbox(n, `${what}ed`, said));
    files.set(recordPath, writeRecord(toJournalRecord(hexOf(`journal ${n}`), journal)));
    const ledger = `${LEDGER}${at.slice(0, 7)}.jsonl`;
    files.set(ledger, (this.files.get(ledger) ?? '') + lineOf(n, at, what, `${what}ed`));
    for (const event of eventsOf(n))
      if ('by' in event && event.by !== null) {
        const path = `${GAMESTATE}players/${event.by.id}.md`;
        const text = files.get(path) ?? this.files.get(path) ?? '';
        files.set(path, text.replace(/^last-active: .*$/mu, `last-active: ${event.at}`));
      }
    const rule = isEnacted ? ([RULE, this.#amended(n)] as const) : null;
    if (rule !== null) files.set(...rule);
    for (const [path, text] of files) this.files.set(path, text);
    const author = eventsOf(n).flatMap((event) => ('by' in event ? (event.by?.id ?? []) : []))[0] ?? '';
    const message = `${isEnacted ? 'Enact' : 'Fail'} ${n}: Matter ${n}\n\nLedger ${n - 1}: engine: ${what} ${n}`;
    return { message, author, files, rule };
  }

  /** Moves the posts and ledger of a dynasty that ended with this matter to its folder. */
  close(
    n: number,
  ): { readonly number: number; readonly moves: readonly (readonly [string, string])[] } | null {
    const number = Array.from({ length: DYNASTIES }, (_, at) => at + 1).find(
      (one) => mattersOf(one).to === n,
    );
    if (number === undefined) return null;
    const folder = dynastyFolder(number);
    const moves = [POSTS, LEDGER].map((from) => [from, from.replace('content/', folder)] as const);
    const moved = [...this.files.keys()].flatMap((path) =>
      moves
        .filter(([from]) => path.startsWith(from))
        .map(([from, to]) => [path, path.replace(from, to)] as const),
    );
    for (const [path, to] of moved) {
      this.files.set(to, this.files.get(path) ?? '');
      this.files.delete(path);
    }
    const { from, to } = mattersOf(number);
    this.files.set(`${folder}dynasty.yml`, aboutOf(number, to - from + 1));
    return { number, moves };
  }

  #amended(n: number): string {
    const before = (this.files.get(RULE) ?? '').replace(/\nProposals of day \d+ .*\n/u, '');
    return `${before}\nProposals of day ${n} are to be short.\n`;
  }
}

function outbox(n: number, label: string, text: string): string {
  const post = `old-${n}`;
  const last = n * 3;
  const notices = [
    { post, tell: 'comment', key: 'result', text: `${text}\n`, n: last - 2 },
    { post, tell: 'label', labels: [label], n: last - 1 },
    { post, tell: 'settle', n: last },
  ];
  return asWritten({ last, notices });
}

function lineOf(n: number, at: string, what: string, status: string): string {
  const [tally, popular] = [{ for: 5, against: 2, valid: 7 }, status === 'enacted'];
  const after = { ...tally, popular, unpopular: !popular, killed: false, vetoed: false, legal: true };
  const id = String(n);
  const changes = [
    { path: ['posts', id, 'tally'], before: null, after },
    { path: ['posts', id, 'status'], before: 'pending', after: status },
    { path: ['posts', id, 'resolvedAt'], before: null, after: at },
  ];
  const line = {
    n: n - 1,
    at,
    by: 'engine',
    what: `${what} ${n}`,
    draws: [],
    changes,
    rules: hexOf(`rules ${n}`),
  };
  return `${JSON.stringify({ ...line, rules: line.rules.slice(0, 16) })}\n`;
}
