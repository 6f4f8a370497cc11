// Deciding a game of 100 pending matters with 1,000 voters each, against starting Node and doing nothing.
import { spawnSync } from 'node:child_process';
import { readLibrary } from '../src/engine/library.ts';
import { Play } from '../src/engine/play.ts';
import type { CommentData, PostData, State, VoteUse } from '../src/kernel/state.ts';
import { composeRuleset } from '../src/ruleset/compose.ts';
import { compareRuns, report } from './measure.ts';

const VOTERS = 1_000;
const MATTERS = 100;
const OPENED = '2021-06-18T09:00:00Z';

const { files, terms } = composeRuleset(readLibrary(), { core: '2021' });
const play = await Play.start({ files, terms, state: null, draw: () => 1 });
for (let i = 0; i < VOTERS; i++) play.sandbox.assume(`players.p${i}.state`, 'active');

/** Neither popular nor unpopular yet, so that every one of them has to be looked at. */
function matter(n: number): PostData {
  const uses: VoteUse[] = [];
  const comments: CommentData[] = [];
  for (let i = 0; i < VOTERS; i++) {
    const vote = ['FOR', 'AGAINST', 'DEFERENTIAL'][(i * 7 + n) % 3] ?? 'FOR';
    const at = '2021-06-18T10:00:00Z';
    uses.push({ by: `p${i}`, vote, at, via: 'comment', comment: `c${n}-${i}` });
    comments.push({ id: `c${n}-${i}`, by: `p${i}`, at, text: `:${vote.toLowerCase()}:`, votes: [vote] });
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

const state: State = structuredClone(play.state());
for (let n = 1; n <= MATTERS; n++) state.posts[`C${n}`] = matter(n);
const text = JSON.stringify(state);

let minute = 0;
/** Another minute each time, so that nothing is remembered from the time before. */
function decide(): void {
  const at = `2021-06-18T${String(12 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00Z`;
  minute++;
  if (play.sandbox.due(at) !== null) throw new Error('something is due, so not all were looked at');
}

const nodeStart = (): void => void spawnSync(process.execPath, ['-e', '0']);
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
const loaded = await compareRuns(
  () => {
    play.sandbox.load(state);
    decide();
  },
  nodeStart,
  5,
);
report({
  bench: 'the same, loading the state first',
  stateBytes: text.length,
  ms: loaded.ours,
  peer: 'node -e 0',
  peerMs: loaded.theirs,
  ratio: loaded.ratio,
});
