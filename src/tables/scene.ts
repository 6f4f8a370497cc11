import type { NameKind, Vocabulary } from './vocabulary.ts';

/** Names that only some moments have, in addition to the game's. */
export type Has = 'person' | 'proposal' | 'dice';

/** The names that a cell can use. */
export interface RowScene {
  readonly words: Vocabulary;
  readonly has: ReadonlySet<Has>;
  /** The parameters of a move, by the words for them. */
  readonly chosen: Readonly<Record<string, { readonly id: string; readonly kind: NameKind }>>;
}

interface Word {
  readonly says: readonly string[];
  readonly kind: NameKind;
  readonly needs?: Has;
  /** An expression, given the variable name of the moment. */
  readonly js: (e: string) => string;
}

function word(kind: NameKind, needs: Has | null, says: readonly string[], js: Word['js']): Word {
  return { kind, says, js, ...(needs && { needs }) };
}

/** Words of formulas that the engine defines. */
export const BUILT_IN: readonly Word[] = [
  word('number', null, ['players', 'number of players'], (e) => `${e}.g.players.size`),
  word('number', null, ['round', 'circuit'], (e) => `${e}.g.game.circuit`),
  word('number', null, ['turn'], (e) => `${e}.g.game.turn`),
  word('word', null, ['part of the turn'], (e) => `${e}.g.game.phase`),
  word('person', null, ['whose turn it is', 'player whose turn it is'], (e) => `rows.mover(${e})`),
  word('yes or no', 'person', ['their turn', 'it is their turn'], (e) => `rows.isMover(${e})`),
  word('number', 'proposal', ['votes for'], (e) => `rows.votes(${e}, "FOR")`),
  word('number', 'proposal', ['votes against'], (e) => `rows.votes(${e}, "AGAINST")`),
  word('number', 'proposal', ['votes', 'votes cast'], (e) => `rows.votes(${e})`),
  word('number', 'proposal', ['votes needed'], (e) => `rows.needed(${e})`),
  word('yes or no', 'proposal', ['voted for', 'voted for it'], (e) => `rows.voted(${e}, "FOR")`),
  word('yes or no', 'proposal', ['voted against', 'voted against it'], (e) => `rows.voted(${e}, "AGAINST")`),
  word('yes or no', 'proposal', ['voted', 'voted on it'], (e) => `rows.voted(${e})`),
  word(
    'yes or no',
    'proposal',
    ['proposed it', 'is its author'],
    (e) => `rows.same(${e}.it, ${e}.matter.author)`,
  ),
  word('yes or no', 'person', ['is the emperor'], (e) => `rows.same(${e}.it, ${e}.g.dynasty.emperor)`),
  word('yes or no', 'person', ['is not the emperor'], (e) => `!rows.same(${e}.it, ${e}.g.dynasty.emperor)`),
  word('yes or no', 'person', ['plays'], (e) => `${e}.g.players.has(${e}.it)`),
  word(
    'yes or no',
    'proposal',
    ['everybody voted for it'],
    (e) => `rows.votes(${e}, "FOR") === ${e}.g.players.size`,
  ),
  word('yes or no', 'proposal', ['nobody voted against it'], (e) => `rows.votes(${e}, "AGAINST") === 0`),
  word(
    'yes or no',
    'proposal',
    ['everybody voted on it', 'everybody voted'],
    (e) => `rows.votes(${e}) === ${e}.g.players.size`,
  ),
  word('number', 'proposal', ['comments'], (e) => `${e}.matter.comments.length`),
  word(
    'number',
    null,
    ['adopted proposals', 'proposals adopted'],
    (e) => `rows.ended(${e}, "enacted", "proposal")`,
  ),
  word(
    'number',
    null,
    ['defeated proposals', 'proposals defeated'],
    (e) => `rows.ended(${e}, "failed", "proposal")`,
  ),
  word('number', null, ['rules', 'number of rules'], (e) => `${e}.g.ruleset.rules.length`),
  word('number', null, ['mutable rules'], (e) => `rows.mutableRules(${e})`),
  word('number', 'dice', ['dice total', 'total of dice', 'total rolled'], (e) => `rows.sum(${e}.dice)`),
  word('number', 'dice', ['number of dice'], (e) => `${e}.dice.length`),
  word(
    'yes or no',
    'dice',
    ['dice are alike', 'all dice are alike', 'all dice show the same'],
    (e) => `rows.alike(${e}.dice)`,
  ),
];

/** Single people of a moment. */
export const PEOPLE: readonly Omit<Word, 'kind'>[] = [
  { says: ['the emperor'], js: (e) => `${e}.g.dynasty.emperor` },
  {
    says: ['its author', 'the author', 'its proposer', 'the proposer', 'author', 'proposer'],
    needs: 'proposal',
    js: (e) => `${e}.matter.author`,
  },
  { says: ['that player', 'the player', 'player'], needs: 'person', js: (e) => `${e}.person` },
  {
    says: ['the player whose turn it is', 'whoever has the turn', 'whose turn it is'],
    js: (e) => `rows.mover(${e})`,
  },
];
