import { archived } from './enactments.ts';
import { FoldedLedger, type LedgerRow } from './fold-ledger.ts';
import { commitsSince, type HistoryCommit } from './git-history.ts';
import { must } from './invariants.ts';
import { readLegal } from './legal-values.ts';
import type { World } from './world.ts';

/** A commit that the engine made, with the ledger's lines that it adds and how far the journal had been read. */
export interface Step {
  readonly commit: HistoryCommit;
  readonly before: ReadonlyMap<string, string>;
  readonly rows: readonly LedgerRow[];
  readonly read: number;
}

/** Follows main by Git's history alone. What the engine did and nobody has judged yet waits in `steps`. */
export class History {
  readonly resolved = new Map<string, string>();
  readonly folded = new FoldedLedger();
  steps: Step[] = [];
  /** All that there ever were. */
  readonly past: Step[] = [];
  /** The game as the engine left it last. */
  content: ReadonlyMap<string, string> = new Map();
  /** How far main has read the journal. */
  read = 0;
  readonly #world: World;
  readonly #known = new Set<string>();
  #rows = 0;

  constructor(world: World) {
    this.#world = world;
  }

  async begin(): Promise<void> {
    const main = await this.#world.main();
    this.#known.add(main);
    this.content = await this.#world.contentAt(main);
    this.folded.begin(readLegal(this.content));
  }

  async follow(): Promise<void> {
    const found = await commitsSince(this.#world, this.#known);
    const commits = found ?? [];
    const rewound = commits[0] !== undefined && this.#world.foreign.has(commits[0].oid);
    must(
      found !== null || rewound || this.#world.foreign.size > 0,
      'main-forward',
      () => 'main does not lead back to where it stood',
    );
    for (const commit of commits) {
      this.#known.add(commit.oid);
      if (!this.#world.foreign.has(commit.oid)) this.#ownCommit(commit);
    }
  }

  #ownCommit(commit: HistoryCommit): void {
    const before = this.content;
    if (commit.message.startsWith('Put')) {
      const played = /^content\/(game\.yml|ruleset|gamestate|posts|ledger|engine|journal\.json)/u;
      for (const path of new Set([...before.keys(), ...commit.content.keys()]))
        if (played.test(path))
          must(before.get(path) === commit.content.get(path), 'put-back', () => `${path} was not put back`);
      return;
    }
    const rows = this.#newRows(commit.content, commit.message);
    const read = readTo(commit.content);
    must(
      read >= this.read,
      'main-forward',
      () => `main had read line ${this.read} of the journal, and then ${read}`,
    );
    const step = { commit, before, rows, read };
    this.steps.push(step);
    this.past.push(step);
    [this.content, this.read] = [commit.content, read];
    const posts = archived(commit.content);
    // What rules note on a post, such as that it was illegal, may be noted later. The ledger then has it.
    const noted = postsNotedIn(rows);
    const onRecord = (id: string, text = ''): string => (noted.has(id) ? withoutFields(text) : text);
    for (const [id, text] of this.resolved)
      must(
        onRecord(id, posts.get(id)?.text) === onRecord(id, text),
        'once',
        () => `what is on record of ${id} changed after it was resolved`,
      );
    for (const { id, text } of posts.values()) this.resolved.set(id, text);
  }

  #newRows(content: ReadonlyMap<string, string>, message: string): readonly LedgerRow[] {
    const texts = ledgerOf(content);
    const kept = ledgerOf(this.content).every((row, n) => row === texts[n]);
    must(kept, 'ledger-grows', () => 'lines of the ledger were written anew');
    const all = texts.map((row) => JSON.parse(row) as LedgerRow);
    must(
      all.every(({ n }, index) => n === index),
      'ledger-grows',
      () => 'the ledger’s lines are not numbered one after another',
    );
    const rows = all.slice(this.#rows);
    must(rows.length > 0, 'ledger-grows', () => `a commit without a line in the ledger: ${message}`);
    const resolved = new Set<string>();
    for (const { what } of all.filter((row) => /^(enact|fail) /u.test(row.what))) {
      const id = what.split(' ')[1] ?? '';
      must(!resolved.has(id), 'once', () => `${id} is resolved twice`);
      resolved.add(id);
    }
    this.#rows = all.length;
    for (const row of rows) this.folded.add(row);
    return rows;
  }
}

function postsNotedIn(rows: readonly LedgerRow[]): ReadonlySet<string> {
  const paths = rows.flatMap(({ changes }) => changes.map(({ path }) => path));
  return new Set(
    paths.flatMap(([scope, id = '', part]) => (scope === 'posts' && part === 'fields' ? [id] : [])),
  );
}

/** A post's file without the fields that the rules give to posts. */
function withoutFields(text: string): string {
  return text.replace(/^fields:\n(?: .*\n)*/mu, '');
}

function readTo(content: ReadonlyMap<string, string>): number {
  const text = content.get('content/journal.json');
  return text === undefined ? 0 : (JSON.parse(text) as { n: number }).n;
}

/** All lines, those of dynasties that are over first: they lie in folders of their own. */
function ledgerOf(content: ReadonlyMap<string, string>): readonly string[] {
  const places = [...content.keys()].flatMap((path) => {
    const [, dynasty, month] = /^content\/(?:dynasties\/(\d+)\/)?ledger\/(.+)$/u.exec(path) ?? [];
    return month === undefined ? [] : [{ path, dynasty: Number(dynasty ?? Infinity), month }];
  });
  places.sort((a, b) => a.dynasty - b.dynasty || (a.month < b.month ? -1 : 1));
  return places.flatMap(({ path }) => (content.get(path) ?? '').split('\n').filter((row) => row !== ''));
}
