import { canonical } from '../journal/canonical.ts';
import { readCommit } from '../../repository/commit.ts';
import type { Oid } from '../../repository/repository.ts';
import { GAMESTATE, RULESET, type ContentFiles } from '../game/paths.ts';
import { readGame } from '../game/read-game.ts';
import type { RecordedLine } from '../game/ledger-files.ts';
import { vaultKeyOf } from '../game/vault.ts';
import { applyChanges } from '../game/write-game.ts';
import { journalBranch } from '../journal/journal-head.ts';
import { parseRecord, recordPath } from '../journal/journal-record.ts';
import { eventOf } from '../journal/line.ts';
import { readLines } from '../journal/segments.ts';
import { readFileText } from '../../repository/read-file.ts';
import { readBranch } from '../../repository/refs.ts';
import { decide, type Seen, type Situation } from '../tick/decide.ts';
import { readContent, readHeads, readTexts } from '../tick/look.ts';
import { readHead } from '../tick/read-head.ts';
import { readSealed } from '../tick/read-sealed.ts';
import type { LocalGame } from './local-game.ts';

export type ReplayVerdict =
  | { readonly same: true; readonly lines: number }
  | {
      readonly same: false;
      readonly line: number | null;
      readonly path: string | null;
      readonly why: string;
    };

/** Plays the game again from its first commit, by the journal and the ledger, and holds the outcome against main. */
export async function replay(game: LocalGame): Promise<ReplayVerdict> {
  const { forge, vault } = game;
  const main = await game.main();
  const stored = await game.content();
  const ledger = readGame(stored).ledger;
  const { first, merged, ticks } = await historyOf(game, main);
  const start = await readContent(forge, first);
  const events = await eventsUpTo(game, stored);
  const heads = new Map(await readHeads(forge, main, events, {}));
  for (const [head, before] of merged) heads.set(head, await readHead(forge.repository, before, head));
  const texts = await readTexts(forge, events, {});
  const { game: about, state, facts } = readGame(stored);
  const identities = vault.key === undefined ? [] : [vault.key.identity];
  const sealed = await readSealed(events, {
    game: about.name,
    dynasty: Number(state?.dynasty['number'] ?? 0),
    people: facts.people,
    identities,
  });
  // What was rolled is on record: it is played again as it fell, and not drawn anew.
  const fixed = ledger.flatMap(({ draws }) =>
    draws.flatMap(({ kind, result }) => (kind === 'dice' ? [Number(result)] : [])),
  );
  const seeds = { ...vault.seeds, fixed };
  const decision = await decide({
    files: start,
    events,
    ticks,
    now: ledger.at(-1)?.at ?? game.now(),
    heads,
    texts,
    sealed,
    engine: forge.engine.id,
    told: 0,
    hidden: await vault.read(vaultKeyOf(start)),
    seeds,
  });
  const played = decision.commits.reduce<ContentFiles>(
    (files, { changes }) => applyChanges(files, changes),
    start,
  );
  return (
    compareLines(readGame(played).ledger, ledger) ??
    compareFiles(played, stored) ?? { same: true, lines: ledger.length }
  );
}

/** `Ledger 3: engine: enact 7` */
const RESOLVED = /^Ledger \d+: engine: (enact|fail) /mu;

interface History {
  readonly first: Oid;
  /** Each head that was merged, with where main stood before: what it changed is told by that. */
  readonly merged: ReadonlyMap<Oid, Oid>;
  /** What was resolved, one commit each: how far the journal had been read, and the clock, which may be put back. */
  readonly ticks: NonNullable<Situation['ticks']>;
}

async function historyOf({ forge }: LocalGame, main: Oid): Promise<History> {
  const merged = new Map<Oid, Oid>();
  const ticks: { line: number; at: string }[] = [];
  let commit = main;
  for (;;) {
    const { parents, author, message } = await readCommit(forge.repository, commit);
    const [parent, head] = parents;
    if (parent === undefined) return { first: commit, merged, ticks: ticks.reverse() };
    if (head !== undefined) merged.set(head, parent);
    const record = parseRecord(await readFileText(forge.repository, commit, recordPath));
    if (record !== null && RESOLVED.test(message)) ticks.push({ line: record.n, at: author.at });
    commit = parent;
  }
}

/** What main had read of the journal. */
async function eventsUpTo({ forge }: LocalGame, stored: ContentFiles): Promise<readonly Seen[]> {
  const tip = await readBranch(forge.repository, journalBranch);
  const record = stored.get('content/journal.json');
  if (tip === null || record === undefined) return [];
  const { n } = JSON.parse(record) as { n: number };
  return (await readLines(forge.repository, tip)).flatMap((line) => {
    const event = eventOf(line);
    return event === null || line.n > n ? [] : [{ line: line.n, seen: line.seen, event }];
  });
}

const COMPARED = ['n', 'at', 'by', 'what', 'with', 'draws', 'changes', 'result'] as const;

function compareLines(
  played: readonly RecordedLine[],
  stored: readonly RecordedLine[],
): ReplayVerdict | null {
  for (let n = 0; n < Math.max(played.length, stored.length); n++) {
    const [ours, theirs] = [played[n], stored[n]];
    if (theirs === undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `the ledger lacks a line: ${ours?.by ?? ''}: ${ours?.what ?? ''}`,
      };
    if (ours === undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `played again, ${theirs.by} did not do ${theirs.what}`,
      };
    const key = COMPARED.find((one) => canonical(ours[one] ?? null) !== canonical(theirs[one] ?? null));
    if (key !== undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `its ${key} differs: ${canonical(theirs[key] ?? null)} is recorded, and ${canonical(ours[key] ?? null)} comes of it`,
      };
  }
  return null;
}

function compareFiles(played: ContentFiles, stored: ContentFiles): ReplayVerdict | null {
  const paths = [...new Set([...played.keys(), ...stored.keys()])]
    .filter((path) => path.startsWith(RULESET) || path.startsWith(GAMESTATE))
    .sort();
  const path = paths.find((one) => played.get(one) !== stored.get(one));
  return path === undefined
    ? null
    : { same: false, line: null, path, why: 'the file differs from what comes of playing again' };
}
