import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { openGame } from '../../src/session/play/open-game.ts';
import type { ContentFiles } from '../../src/store/paths.ts';
import { applyChanges, writeGame } from '../../src/store/write-game.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import type { Play } from '../../src/session/play/play.ts';
import type { Input } from '../../src/kernel/inputs.ts';
import { HOSTILE, HOSTILE_LINE } from './hostile.ts';

/** What a proposal brings, told on the page of the rule beside which it stands. */
const SCENARIO = `title: ${JSON.stringify(`Hunger ${HOSTILE_LINE}`)}
start: 2024-03-01T09:00:00Z
players: { ana: { admin: true, emperor: true }, bo: {}, cy: {}, dee: {}, eli: {} }
given: { players: { bo: { puissance: 4 } } }
steps: [{ at: +1h, tick: true }]
then: { players: { bo: { puissance: 5 } } }
`;

type What = Input extends infer One ? (One extends Input ? Omit<One, 'at' | 'by'> : never) : never;

const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
const NAMES: Readonly<Record<string, string>> = { ana: 'Ana', bo: HOSTILE_LINE, cy: 'Аna', dee: 'Dee' };
const BEGAN = '2024-03-01T09:00:00Z';
export const NOW = '2024-03-09T09:00:00Z';

/** A week of a game in which somebody tries everything: rules, posts, comments, names and things hold hostile text. */
export async function sampleGame(): Promise<ContentFiles> {
  const players = PLAYERS.map((id) => ({
    id,
    name: NAMES[id] ?? id,
    admin: id === 'ana',
    emperor: id === 'dee',
  }));
  const { files } = await createGame(
    shippedLibrary,
    {
      name: 'Harbour',
      core: '2021',
      dynasty: 'crypt',
      players,
      at: BEGAN,
    },
    caches,
  );
  const { play, read, draws } = await openGame(files, { seeds: { fixed: [3, 4, 5, 6, 1, 2] }, caches });
  try {
    draws.begin({ game: 'Harbour', what: 'roll', number: () => 1, binding: () => null, rolled: () => 0 }, 0);
    playWeek(play);
    const now = {
      ruleset: play.files,
      terms: play.terms,
      state: play.state(),
      model: play.sandbox.describe(),
      ledger: play.ledger,
      facts: read.facts,
    };
    return applyChanges(files, writeGame(files, now, read).changes);
  } finally {
    play.dispose();
  }
}

function playWeek(play: Play): void {
  const votes = 'content/ruleset/core/votable-matters/votes.md';
  const base = play.files.get(votes.slice('content/ruleset/'.length)) ?? '';
  const file = (content: string) => ({ verb: 'file' as const, path: votes, content, base });
  take(
    play,
    1,
    'bo',
    post('1', '[Core] A shorter window', 'Two days is long.', [
      file(base.replace('[48 hours]', '[36 hours]')),
    ]),
  );
  for (const who of ['ana', 'cy', 'dee', 'eli']) take(play, 2, who, vote('1'));
  play.tick(hour(60));
  const hostile = Object.entries(HOSTILE);
  const shallow = hostile.filter(([name]) => !DEEP.test(name));
  take(
    play,
    61,
    'cy',
    post('2', HOSTILE_LINE, whole(shallow), [
      {
        verb: 'add-rule',
        title: 'Rule of <b>law</b> & "order"',
        text: whole(shallow),
      },
      { verb: 'file', path: 'content/ruleset/dynastic/unlife.scenario.yml', content: SCENARIO },
    ]),
  );
  for (const who of ['ana', 'dee', 'eli', 'fay']) take(play, 62, who, vote('2'));
  play.tick(hour(120));
  take(
    play,
    121,
    'eli',
    post('3', 'Another idea', 'Nothing but talk.', [{ verb: 'repeal-rule', rule: 'Votes' }]),
  );
  hostile.forEach(([, text], at) => take(play, 122, 'fay', { type: 'comment', on: '3', id: `c${at}`, text }));
  take(play, 128, 'eli', {
    type: 'act',
    action: 'explore-room',
    with: { room: 'D4', name: HOSTILE_LINE, description: 'Salt.', features: [] },
  });
  take(play, 130, 'ana', { type: 'act', action: 'roll', with: { roll: '2DICE6' } });
  for (const [field, value] of [
    ['name', HOSTILE_LINE],
    ['description', whole(hostile.slice(0, 8))],
    ['explored', true],
  ] as const)
    play.sandbox.assume(`rooms.E5.${field}`, value);
}

/** What the loader refuses in a rule, before a page could show it; comments hold it. */
const DEEP = /in (quotes|lists|brackets|stars)|giant|long word|live value/;

function whole(texts: readonly (readonly [string, string])[]): string {
  return texts.map(([name, text]) => `About ${name}.\n\n${text}`).join('\n\n');
}

function post(
  id: string,
  title: string,
  text: string,
  changes: Extract<Input, { type: 'post' }>['changes'],
): What {
  return { type: 'post', id, kind: 'proposal', title, text, changes: changes ?? [] };
}

function vote(on: string): What {
  return { type: 'vote', on, vote: 'FOR', via: 'comment' };
}

function hour(hours: number): string {
  return `${new Date(Date.parse(BEGAN) + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
}

function take(play: Play, at: number, by: string, what: What): void {
  const outcome = play.take({ at: hour(at), by, ...what });
  if (!outcome.ok) throw new Error(`${by} at ${at} (${what.type}): ${outcome.refusal.reason}`);
}
