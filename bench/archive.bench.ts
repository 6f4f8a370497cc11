// The cost of looking back in a game of twenty years: loading the current game, replaying the current
// dynasty, verifying the journal, and reconstructing an earlier ruleset.
import { createHash } from 'node:crypto';
import { drawKey, openMemoryVault } from '../src/session/secrets/vault.ts';
import { openGame } from '../src/session/play/open-game.ts';
import { listSegments } from '../src/store/journal/segments.ts';
import { verifyJournal } from '../src/store/journal/verify-journal.ts';
import type { HomeGame } from '../src/host/game.ts';
import { replay } from '../src/care/replay/replay.ts';
import { readContent } from '../src/tick/observe.ts';
import { tick } from '../src/tick/tick.ts';
import type { LocalForge } from '../src/forge/embedded/local-forge.ts';
import { memoryDisk } from '../src/repository/memory-disk.ts';
import { readBlobText } from '../src/repository/read-file.ts';
import { readBranch } from '../src/repository/refs.ts';
import { writeCommit } from '../src/repository/write-commit.ts';
import { textsAfter } from '../src/addons/ruleset-then/texts-after.ts';
import { changeLog } from '../src/site/prepare/collect.ts';
import type { RuleChange } from '../src/site/prepare/history.ts';
import { author, BEGINS, beginWithJournal, DYNASTIES, MATTERS, people } from './long-game.ts';
import { compareRuns, median, report, timed } from './measure.ts';
import { timeOf } from './site-history.ts';

const HOUR_MS = 3_600_000;
const NUMBER = DYNASTIES + 1;
/** The number of matters in a dynasty. */
const OF_A_DYNASTY = Math.round(MATTERS / DYNASTIES);

let now = BEGINS;
const wait = (hours: number): void => {
  now = `${new Date(Date.parse(now) + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;
};
const vault = openMemoryVault(await drawKey());
const disk = memoryDisk();
const local = await beginWithJournal(disk, () => now);
const { repository } = local.forge;

await loadCurrent();
await verifyAll();
await playDynasty(local);
await replayIt(local);
await rulesThen();

/** Loads main as it stands, with everything that the next decision needs. */
async function loadCurrent(): Promise<void> {
  const main = await tip('main');
  const times: number[] = [];
  for (let run = 0; run < 7; run++)
    times.push(
      await timed(async () => {
        const { play } = await openGame(await readContent(local.forge, main));
        play.dispose();
      }),
    );
  report({ bench: 'the current game loaded, after twenty years', matters: MATTERS, ms: median(times) });
}

async function verifyAll(): Promise<void> {
  const commit = await tip('journal');
  let lines = 0;
  let bytes = 0;
  const ours = async (): Promise<void> => {
    const verdict = await verifyJournal(repository, commit);
    if (!verdict.ok) throw new Error(`the journal does not hold: ${verdict.why}`);
    ({ lines } = verdict);
  };
  const theirs = async (): Promise<void> => {
    bytes = 0;
    for (const { oid } of await listSegments(repository, commit)) {
      const text = await readBlobText(repository, oid);
      bytes += text.length;
      for (const line of text.split('\n'))
        if (line !== '')
          createHash('sha256')
            .update(JSON.stringify(JSON.parse(line)))
            .digest('hex');
    }
  };
  const { ours: ms, theirs: peerMs, ratio } = await compareRuns(ours, theirs, 3);
  const peer = 'reading, parsing and hashing the same lines, and nothing else';
  report({ bench: 'journal verification', lines, megabytes: bytes / 1e6, ms, peer, peerMs, ratio });
}

/** Makes proposals one after another. Everybody votes on each; some are enacted and some fail. */
async function playDynasty({ forge, table }: LocalForge): Promise<void> {
  const path = 'content/ruleset/core/proposals.md';
  for (let n = 0; n < OF_A_DYNASTY; n++) {
    const main = await tip('main');
    const text = (await readContent(forge, main)).get(path) ?? '';
    const changes = new Map([[path, `${text}\nProposals of day ${n} are to be short.\n`]]);
    const head = await writeCommit(repository, { parents: [main], changes, author, message: `Day ${n}` });
    const [by, ...others] = [...people.slice(n % people.length), ...people.slice(0, n % people.length)];
    if (by === undefined) continue;
    const post = await table.open(by, { kind: 'proposal', title: `[Core] Day ${n}`, text: 'Shorter.', head });
    wait(1);
    for (const one of others) await table.comment(one, post, n % 5 < 3 ? ':for:' : ':against:');
    wait(48);
    await tick({ forge, vault, now });
  }
}

async function replayIt({ forge, ...rest }: LocalForge): Promise<void> {
  const main = await tip('main');
  const content = await readContent(forge, main);
  const game = {
    ...rest,
    forge,
    folder: '',
    vault,
    pictures: { all: () => ({}) },
    now: () => now,
    main: async () => main,
    content: async () => content,
  } as unknown as HomeGame;
  let lines = 0;
  const times: number[] = [];
  const start = process.cpuUsage();
  for (let run = 0; run < 3; run++)
    times.push(
      await timed(async () => {
        const verdict = await replay(game, NUMBER);
        if (!verdict.same) throw new Error(`${verdict.path ?? ''} line ${verdict.line}: ${verdict.why}`);
        ({ lines } = verdict);
      }),
    );
  const { user, system } = process.cpuUsage(start);
  const of = { matters: OF_A_DYNASTY, ledgerLines: lines, cpuMs: (user + system) / 1000 / times.length };
  report({ bench: 'replay of a dynasty', ...of, barCpuMs: 3000, ms: median(times) });
}

/** Works from the record of all changes, as a reader's browser does. */
async function rulesThen(): Promise<void> {
  const { log, enacted } = changesOfTwentyYears();
  const text = JSON.stringify(log);
  const { ours, theirs, ratio } = await compareRuns(
    () => textsAfter(log, enacted / 2),
    () => JSON.parse(text) as unknown,
    21,
  );
  const of = { changes: enacted, megabytes: text.length / 1e6 };
  report({
    bench: 'the ruleset as it stood at a moment',
    ...of,
    ms: ours,
    peer: 'JSON.parse of the record',
    peerMs: theirs,
    ratio,
  });
}

/** Three of five matters are enacted, and each replaces a sentence. */
function changesOfTwentyYears(): { readonly log: ReturnType<typeof changeLog>; readonly enacted: number } {
  const enacted = MATTERS * 0.6;
  const rules = Array.from({ length: 100 }, (_, at) => `dynastic/rule-${at}`);
  const texts = new Map(rules.map((rule) => [rule, `${rule} stands.\n`.repeat(30)]));
  const changes: RuleChange[] = [];
  const values = { before: [], after: [] };
  for (let n = 0; n < enacted; n++) {
    const rule = rules[n % rules.length] ?? '';
    const before = texts.get(rule) ?? '';
    const after = before.replace(/.*\n/u, '') + `Since day ${n} it stands otherwise.\n`;
    texts.set(rule, after);
    changes.push({ at: timeOf(n), post: `old-${n}`, rule, before, after, values });
  }
  const titles = rules.map((rule) => ({ rule, title: rule }));
  return { log: changeLog(texts, titles, changes), enacted };
}

async function tip(branch: string): Promise<string> {
  return (await readBranch(repository, branch)) ?? '';
}
