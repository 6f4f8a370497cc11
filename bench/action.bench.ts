// One action on a game of 50 players, in the sandbox, compared with the same move in boardgame.io's reducer,
// which has no sandbox.
import { readLibrary } from '../src/store/library.ts';
import { Play } from '../src/session/play/play.ts';
import { composeRuleset } from '../src/ruleset/compose.ts';
import { compareRuns, report } from './measure.ts';
import { requirePeer } from './peers.ts';

const PLAYERS = 50;
const MOVES = 1_000;
const AT = '2021-06-18T11:00:00Z';
const ids = Array.from({ length: PLAYERS }, (_, i) => `p${i}`);

interface Reducer {
  (state: unknown, action: unknown): unknown;
}
interface Peer {
  readonly CreateGameReducer: (options: { readonly game: unknown }) => Reducer;
  readonly InitializeGame: (options: { readonly game: unknown; readonly numPlayers: number }) => unknown;
}

const { CreateGameReducer, InitializeGame } = requirePeer<Peer>('boardgame.io/dist/cjs/internal.js');

interface Pips {
  readonly players: Record<string, { pips: number }>;
}

const game = {
  name: 'pips',
  setup: (): Pips => ({
    players: Object.fromEntries(
      ids.map((id) => [id, { pips: 100_000, sepulchre: 'none', favours: [], state: 'active' }]),
    ),
  }),
  moves: {
    pay: ({ G, playerID }: { G: Pips; playerID: string }, to: string, amount: number): void => {
      const payer = G.players[`p${playerID}`];
      const receiver = G.players[to];
      if (payer === undefined || receiver === undefined || payer.pips < amount) return;
      payer.pips -= amount;
      receiver.pips += amount;
    },
  },
  turn: { activePlayers: { all: 'any' } },
};

const reducer = CreateGameReducer({ game });
let state = InitializeGame({ game, numPlayers: PLAYERS });

function theirs(): void {
  for (let i = 0; i < MOVES; i++) {
    const payload = { type: 'pay', args: [`p${(i + 1) % PLAYERS}`, 1], playerID: String(i % PLAYERS) };
    state = reducer(state, { type: 'MAKE_MOVE', payload });
  }
}

const { files, terms } = composeRuleset(readLibrary(), { core: '2021', dynasty: 'proving' });
const play = await Play.start({ files, terms, state: null, draw: () => 1 });
for (const id of ids) {
  play.sandbox.assume(`players.${id}.state`, 'active');
  play.sandbox.assume(`players.${id}.pips`, 100_000);
}

let accepted = 0;
function ours(): void {
  for (let i = 0; i < MOVES; i++) {
    const result = play.sandbox.take({
      type: 'act',
      at: AT,
      by: `p${i % PLAYERS}`,
      action: 'pay-pips',
      with: { to: `p${(i + 1) % PLAYERS}`, amount: 1 },
    });
    if (result.ok) accepted++;
  }
}

const { ours: a, theirs: b, ratio } = await compareRuns(ours, theirs, 7);
const paid = (state as { G: Pips }).G.players['p0']?.pips;
if (accepted === 0 || paid === undefined) throw new Error('nothing was paid, so nothing was measured');
report({
  bench: 'one action in the sandbox',
  ms: a / MOVES,
  peer: 'boardgame.io reducer',
  peerMs: b / MOVES,
  ratio,
  bar: 20,
});

const before = play.sandbox.memoryBytes();
for (let i = 0; i < 10; i++) ours();
report({
  bench: 'memory of the sandbox after 10,000 actions',
  bytes: play.sandbox.memoryBytes(),
  before,
  ratio: play.sandbox.memoryBytes() / before,
  bar: 1.05,
});
