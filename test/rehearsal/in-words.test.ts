import { beforeAll, expect, test, vi } from 'vitest';

import { whyNotOn } from '../../src/play/say-rehearsal.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { BrickGame, type Changes } from './brick-game.ts';
import { clause } from './brick-parts.ts';

const VOTES = 'core/votable-matters/votes.md';
const FREEZES = /(?:no rule could be changed|nothing could be enacted) any more.*: the gulls do not like it/u;

let plain: BrickGame;

beforeAll(async () => {
  plain = await BrickGame.begin({ core: '2021', dynasty: 'proving' });
});

/** The game with a clause that refuses to enact anything where this holds. */
function gameWith(condition: string): BrickGame {
  const body = `{ hooks: { 'may-enact'({ refuse }, next) { if (${condition}) refuse('the gulls do not like it'); return next(); } } }`;
  return BrickGame.of(plain.with(clause(body)()), plain.state);
}

function reworded(game: BrickGame, words: string): Changes {
  return { [`content/ruleset/${VOTES}`]: `${game.edition.files.get(VOTES) ?? ''}\n${words}\n` };
}

const READS = "g.ruleset.find('Votes').text.includes('by gulls')";

test.each([
  ['always', `${READS} && g.now >= '2024-08-01'`],
  ['only from the day on', `g.now >= '2024-08-01' && ${READS}`],
  ['only in half of the year', `${READS} && Number(g.now.slice(5, 7)) % 12 >= 6`],
  [
    'by going through all rules',
    `JSON.stringify(g.ruleset.rules).includes('by gulls') && g.now >= '2024-08-01'`,
  ],
])('words are refused that would stop the game later on, where a clause reads them %s', (_, condition) => {
  const game = gameWith(condition);
  expect(whyNotOn(game.rehearse(reworded(game, 'Votes are counted by the bell.')))).toBeNull();
  expect(whyNotOn(game.rehearse(reworded(game, 'Votes are counted by gulls.')))).toMatch(FREEZES);
});

test('later months are not tried of words that no clause reads, and are tried of anything else', () => {
  const rewinds = vi.spyOn(Sandbox.prototype, 'rewind');
  const matters = (game: BrickGame, changes: Changes): number => {
    rewinds.mockClear();
    expect(whyNotOn(game.rehearse(changes))).toBeNull();
    return rewinds.mock.calls.length;
  };
  const words = reworded(plain, 'Votes are counted by the bell.');
  const few = matters(plain, words);
  const all = matters(plain, { ...words, ...clause('{}')() });
  const read = gameWith(`g.ruleset.find('Votes').text.includes('nothing like it')`);
  const whereRead = matters(read, reworded(read, 'Votes are counted by the bell.'));
  expect(few).toBeLessThan(5);
  expect(all).toBeGreaterThan(6);
  expect(whereRead).toBeGreaterThan(6);
  rewinds.mockRestore();
});

test('a value that stands in the words is more than words', () => {
  const path = 'core/proposals/resolution-of-proposals.md';
  const text = plain.edition.files.get(path) ?? '';
  const later = text.replace('[12](#value:minimum-age)', '[13](#value:minimum-age)');
  expect(later).not.toBe(text);
  const rewinds = vi.spyOn(Sandbox.prototype, 'rewind');
  expect(whyNotOn(plain.rehearse({ [`content/ruleset/${path}`]: later }))).toBeNull();
  expect(rewinds.mock.calls.length).toBeGreaterThan(6);
  rewinds.mockRestore();
});
