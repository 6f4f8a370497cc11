// Deciding a game of 100 pending matters with 1,000 voters each, compared with starting Node; and how the
// time grows with ten times the voters.
import { spawnSync } from 'node:child_process';
import { readLibrary } from '../src/store/library.ts';
import { Play } from '../src/session/play/play.ts';
import type { CommentData, PostData, State, VoteUse } from '../src/kernel/state.ts';
import { composeRuleset } from '../src/ruleset/compose.ts';
import { DEFAULT_LIMITS } from '../src/sandbox/host.ts';
import { compareRuns, median, report, timed } from './measure.ts';

const VOTERS = 1_000;
const MATTERS = 100;
const OPENED = '2021-06-18T09:00:00Z';
const VOTED = '2021-06-18T10:00:00Z';

const { files, terms } = composeRuleset(readLibrary(), { core: '2021' });
/** The benchmark measures how long a call takes, so a slow machine must not end one. */
const limits = { ...DEFAULT_LIMITS, patienceMs: 120_000 };
const play = await Play.start({ files, terms, state: null, draw: () => 1, limits });
play.sandbox.assume('players.p0.state', 'active');
const empty: State = structuredClone(play.state());

/** The matter is neither popular nor unpopular yet, so the rules must look at every vote. */
function matter(n: number, voters: number): PostData {
  const uses: VoteUse[] = [];
  const comments: CommentData[] = [];
  for (let i = 0; i < voters; i++) {
    const vote = ['FOR', 'AGAINST', 'DEFERENTIAL'][(i * 7 + n) % 3] ?? 'FOR';
    uses.push({ by: `p${i}`, vote, at: VOTED, via: 'comment', comment: `c${n}-${i}` });
    comments.push({
      id: `c${n}-${i}`,
      by: `p${i}`,
      at: VOTED,
      text: `:${vote.toLowerCase()}:`,
      votes: [vote],
    });
  }
  const never = { alteredAt: null, resolvedAt: null, resolvedBy: null, tally: null };
  return {
    ...never,
    id: `C${n}`,
    kind: 'cfj',
    title: `Matter ${n}`,
    text: '',
    author: `p${n}`,
    byEngine: false,
    at: OPENED,
    n,
    status: 'pending',
    comments,
    uses,
    changes: [],
    omitted: [],
    fields: {},
  };
}

function gameOf(voters: number): State {
  const state = structuredClone(empty);
  const [first] = Object.values(state.players);
  for (let i = 0; i < voters; i++) state.players[`p${i}`] = { ...first, name: `p${i}` };
  for (let n = 1; n <= MATTERS; n++) state.posts[`C${n}`] = matter(n, voters);
  return state;
}

let minute = 0;
/** Moves on by a minute each time, so that no earlier result is reused. */
function decide(): void {
  const at = `2021-06-18T${String(12 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00Z`;
  minute++;
  if (play.sandbox.due(at) !== null) throw new Error('something is due, so not all were looked at');
}

const loading = (state: State) => (): void => {
  play.sandbox.load(state);
  decide();
};

const nodeStart = (): void => void spawnSync(process.execPath, ['-e', '0']);
const state = gameOf(VOTERS);
play.sandbox.load(state);
const decided = await compareRuns(decide, nodeStart, 9);
report({
  bench: 'decide 100 matters of 1,000 voters',
  ms: decided.ours,
  peer: 'node -e 0',
  peerMs: decided.theirs,
  ratio: decided.ratio,
  bar: 10,
});
const loaded = await compareRuns(loading(state), nodeStart, 9);
report({
  bench: 'the same, loading the state first',
  stateBytes: JSON.stringify(state).length,
  ms: loaded.ours,
  peer: 'node -e 0',
  peerMs: loaded.theirs,
  ratio: loaded.ratio,
  bar: 10,
});

// Measures the smaller game again, right before and after, since a machine's speed varies over time.
const large = gameOf(10 * VOTERS);
const pairs: [number, number][] = [];
for (let i = 0; i < 3; i++) {
  const before = await timed(loading(state));
  const much = await timed(loading(large));
  pairs.push([much, (before + (await timed(loading(state)))) / 2]);
}
report({
  bench: 'load and decide 100 matters of 10,000 voters, against 1,000',
  ms: median(pairs.map(([much]) => much)),
  peerMs: median(pairs.map(([, less]) => less)),
  ratio: median(pairs.map(([much, less]) => much / less)),
  bar: 12,
});
