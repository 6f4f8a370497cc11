import { expect, test } from 'vitest';

import type { CommentData, PostData } from '../kernel/state.ts';
import {
  hearsEverybody,
  nameInRoster,
  ModeratedGame,
  ruledBy,
  sayModeration,
  type Moderation,
} from './moderation.ts';

const BEFORE = '2024-03-01T08:00:00Z';
const SINCE = '2024-03-01T09:00:00Z';
const AFTER = '2024-03-01T10:00:00Z';
const INSTEAD = '*Kept, and not shown: ana muted bo on 2024-03-01.*';
const step = { by: 'ana', at: SINCE, why: 'insults' };
const MUTED: Moderation = { muted: { bo: step } };

type Fields = ConstructorParameters<typeof ModeratedGame>[1]['fields'];
const fields = (scope: string, name: string, kind: string): Fields =>
  ({ [scope]: { [name]: { type: { kind } } } }) as unknown as Fields;
const NOTHING: Fields = {};

function saved(
  moderation: Moderation,
  of: Fields = NOTHING,
  players: Record<string, object> = {},
  game: object = {},
): ModeratedGame {
  return new ModeratedGame(moderation, { fields: of }, { players, game } as ConstructorParameters<
    typeof ModeratedGame
  >[2]);
}

const said = (by: string, at: string, more: Partial<CommentData> = {}): CommentData =>
  ({ id: `${by} ${at}`, by, at, text: `words of ${by}`, ...more }) as CommentData;
const post = (more: Partial<PostData>): PostData =>
  ({
    id: '1',
    author: 'cy',
    byEngine: false,
    text: 'A proposal.',
    at: BEFORE,
    alteredAt: null,
    comments: [],
    ...more,
  }) as unknown as PostData;
const texts = (moderation: ModeratedGame, ...comments: readonly CommentData[]): readonly string[] =>
  moderation.shown(post({ comments: [...comments] })).comments.map(({ text }) => text);

test('hides what a player said since being muted, but not earlier words or other players’', () => {
  const all = [said('bo', BEFORE), said('bo', SINCE), said('bo', AFTER), said('cy', AFTER)];
  expect(texts(saved(MUTED), ...all)).toEqual(['words of bo', INSTEAD, INSTEAD, 'words of cy']);
});

test('hides a comment that a muted player edited, however old it is', () => {
  const edited = said('bo', BEFORE, { edited: true });
  expect(texts(saved(MUTED), edited)).toEqual([INSTEAD]);
  expect(texts(saved(MUTED), said('cy', BEFORE, { edited: true }))).toEqual(['words of cy']);
  expect(texts(saved({}), edited)).toEqual(['words of bo']);
});

test('hides a muted player’s post if it was written or edited since then', () => {
  const moderation = saved(MUTED);
  const shown = (more: Partial<PostData>): string => moderation.shown(post({ author: 'bo', ...more })).text;
  expect(shown({ at: AFTER })).toBe(INSTEAD);
  expect(shown({ alteredAt: AFTER })).toBe(INSTEAD);
  expect(shown({ alteredAt: BEFORE })).toBe('A proposal.');
  expect(shown({ at: AFTER, author: 'cy' })).toBe('A proposal.');
  expect(shown({ at: AFTER, byEngine: true })).toBe('A proposal.');
  // An empty text needn't be hidden.
  expect(shown({ at: AFTER, text: ' \n' })).toBe(' \n');
});

test('hides only the words, and keeps who said them, when, and the rest of the post', () => {
  const whole = post({ author: 'bo', at: AFTER, comments: [said('bo', AFTER)] });
  expect(saved(MUTED).shown(whole)).toEqual({
    ...whole,
    text: INSTEAD,
    comments: [{ ...whole.comments[0], text: INSTEAD }],
  });
  const open = post({ comments: [said('bo', BEFORE)] });
  expect(saved(MUTED).shown(open)).toBe(open);
});

test('isn’t confused by inherited property names, and can also mute all of a player’s words', () => {
  expect(saved(MUTED).mutedSince('constructor')).toBeNull();
  expect(saved({}).mutedSince('bo')).toBeNull();
  expect(saved(MUTED).mutedSince('bo')).toBe(step);
  const all = saved({ muted: { bo: { ...step, all: true } } });
  expect(texts(all, said('bo', BEFORE), said('cy', AFTER))).toEqual([
    '*Kept, and not shown: ana muted bo on 2024-03-01.*',
    'words of cy',
  ]);
});

test('if the rules mute, only they do, and all of a muted player’s words are hidden', () => {
  const ruled = saved(MUTED, fields('player', 'muted', 'boolean'), {
    cy: { muted: true },
    bo: { muted: false },
  });
  expect(ruled.mutedSince('bo')).toBeNull();
  expect(ruled.mutedSince('cy')).toEqual({ by: 'the rules', at: '' });
  expect(ruled.mutedSince('nobody')).toBeNull();
  expect(texts(ruled, said('cy', BEFORE), said('bo', AFTER))).toEqual([
    '*Kept, and not shown: the rules mute cy.*',
    'words of bo',
  ]);
});

test('joining is closed by an Admin, or by the rules if they track it', () => {
  expect(saved({}).isJoiningClosed).toBe(false);
  expect(saved({ joining: step }).isJoiningClosed).toBe(true);
  const ruled = fields('game', 'joining-closed', 'boolean');
  expect(saved({ joining: step }, ruled).isJoiningClosed).toBe(false);
  expect(saved({}, ruled, {}, { 'joining-closed': true }).isJoiningClosed).toBe(true);
});

test('the pace is an Admin’s, or the rules’ own if they track it', () => {
  expect(saved({}).pace).toBeNull();
  expect(saved({ pace: { ...step, most: 3 } }).pace).toBe(3);
  const ruled = fields('game', 'pace', 'integer');
  expect(saved({ pace: { ...step, most: 3 } }, ruled).pace).toBeNull();
  expect(saved({}, ruled, {}, { pace: 4 }).pace).toBe(4);
  expect(saved({}, ruled, {}, { pace: 0 }).pace).toBeNull();
});

test('the rules take over a part only with a variable of its name, place and type', () => {
  expect(ruledBy({ fields: fields('player', 'muted', 'boolean') }, 'muted')).toBe('player.muted');
  expect(ruledBy({ fields: fields('player', 'muted', 'integer') }, 'muted')).toBeNull();
  expect(ruledBy({ fields: fields('game', 'muted', 'boolean') }, 'muted')).toBeNull();
  expect(ruledBy({ fields: fields('player', 'muted', 'boolean') }, 'constructor')).toBeNull();
  const optional = { player: { 'same-as': { type: { kind: 'optional', of: { kind: 'player' } } } } };
  expect(ruledBy({ fields: optional as unknown as Fields }, 'same')).toBe('player.same-as');
});

test('everybody is heard unless joining is closed, there is a pace, or the rules track either', () => {
  expect(hearsEverybody(MUTED, { fields: {} })).toBe(true);
  expect(hearsEverybody({ joining: step }, { fields: {} })).toBe(false);
  expect(hearsEverybody({ pace: { ...step, most: 3 } }, { fields: {} })).toBe(false);
  expect(hearsEverybody({}, { fields: fields('game', 'joining-closed', 'boolean') })).toBe(false);
  expect(hearsEverybody({}, { fields: fields('game', 'pace', 'integer') })).toBe(false);
});

test('describes each measure in force in a sentence, with names, times and reasons', () => {
  const all: Moderation = {
    muted: { bo: step },
    joining: step,
    pace: { ...step, most: 3 },
    same: [{ ...step, players: ['cy', 'dee'] }],
    bans: { 'cold-river': step },
  };
  const by = '(ANA, 2024-03-01 09:00 UTC: insults)';
  expect(sayModeration(all, (player) => player.toUpperCase())).toEqual([
    `BO is muted: what they write is kept and not shown, and earlier words stay ${by}`,
    `Nobody new is heard ${by}`,
    `Posts and comments that each may make in an hour: 3 ${by}`,
    `CY and DEE are marked as one person’s ${by}`,
    `The server at home doesn’t answer the address cold-river ${by}`,
  ]);
  expect(sayModeration({})).toEqual([]);
});

test('calls a player by their name, or by their id if they have none', () => {
  const players = { ana: { name: 'Ana' }, bo: {} };
  expect(['ana', 'bo', 'cy'].map((id) => nameInRoster({ players }, id))).toEqual(['Ana', 'bo', 'cy']);
});
