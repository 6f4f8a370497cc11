import type { NameKind, Vocabulary } from './vocabulary.ts';

/** The names of a moment, besides the game's. */
export type Has = 'person' | 'proposal' | 'dice';

/** The names that a cell can use. */
export interface RowScene {
  readonly words: Vocabulary;
  readonly has: ReadonlySet<Has>;
  /** The choices that come with a move, by the words for them. */
  readonly chosen: Readonly<Record<string, { readonly id: string; readonly kind: NameKind }>>;
}

interface Word {
  readonly says: readonly string[];
  readonly kind: NameKind;
  readonly needs?: Has;
  /** An expression, given the name of the moment. */
  readonly js: (e: string) => string;
}

/** The words of formulas that no rule defines. */
export const BUILT_IN: readonly Word[] = [
  { says: ['players', 'number of players'], kind: 'number', js: (e) => `${e}.g.players.size` },
  { says: ['round', 'circuit'], kind: 'number', js: (e) => `${e}.g.game.circuit` },
  { says: ['turn'], kind: 'number', js: (e) => `${e}.g.game.turn` },
  { says: ['part of the turn'], kind: 'word', js: (e) => `${e}.g.game.phase` },
  { says: ['whose turn it is', 'player whose turn it is'], kind: 'person', js: (e) => `rows.mover(${e})` },
  {
    says: ['their turn', 'it is their turn'],
    kind: 'yes or no',
    needs: 'person',
    js: (e) => `rows.isMover(${e})`,
  },
  { says: ['votes for'], kind: 'number', needs: 'proposal', js: (e) => `rows.votes(${e}, "FOR")` },
  { says: ['votes against'], kind: 'number', needs: 'proposal', js: (e) => `rows.votes(${e}, "AGAINST")` },
  { says: ['votes', 'votes cast'], kind: 'number', needs: 'proposal', js: (e) => `rows.votes(${e})` },
  { says: ['votes needed'], kind: 'number', needs: 'proposal', js: (e) => `rows.needed(${e})` },
  {
    says: ['voted for', 'voted for it'],
    kind: 'yes or no',
    needs: 'proposal',
    js: (e) => `rows.voted(${e}, "FOR")`,
  },
  {
    says: ['voted against', 'voted against it'],
    kind: 'yes or no',
    needs: 'proposal',
    js: (e) => `rows.voted(${e}, "AGAINST")`,
  },
  { says: ['voted', 'voted on it'], kind: 'yes or no', needs: 'proposal', js: (e) => `rows.voted(${e})` },
  {
    says: ['proposed it', 'is its author'],
    kind: 'yes or no',
    needs: 'proposal',
    js: (e) => `rows.same(${e}.it, ${e}.matter.author)`,
  },
  {
    says: ['is the emperor'],
    kind: 'yes or no',
    needs: 'person',
    js: (e) => `rows.same(${e}.it, ${e}.g.dynasty.emperor)`,
  },
  {
    says: ['is not the emperor'],
    kind: 'yes or no',
    needs: 'person',
    js: (e) => `!rows.same(${e}.it, ${e}.g.dynasty.emperor)`,
  },
  { says: ['plays'], kind: 'yes or no', needs: 'person', js: (e) => `${e}.g.players.has(${e}.it)` },
  {
    says: ['everybody voted for it'],
    kind: 'yes or no',
    needs: 'proposal',
    js: (e) => `rows.votes(${e}, "FOR") === ${e}.g.players.size`,
  },
  {
    says: ['nobody voted against it'],
    kind: 'yes or no',
    needs: 'proposal',
    js: (e) => `rows.votes(${e}, "AGAINST") === 0`,
  },
  {
    says: ['everybody voted on it', 'everybody voted'],
    kind: 'yes or no',
    needs: 'proposal',
    js: (e) => `rows.votes(${e}) === ${e}.g.players.size`,
  },
  { says: ['comments'], kind: 'number', needs: 'proposal', js: (e) => `${e}.matter.comments.length` },
  {
    says: ['adopted proposals', 'proposals adopted'],
    kind: 'number',
    js: (e) => `rows.ended(${e}, "enacted", "proposal")`,
  },
  {
    says: ['defeated proposals', 'proposals defeated'],
    kind: 'number',
    js: (e) => `rows.ended(${e}, "failed", "proposal")`,
  },
  { says: ['rules', 'number of rules'], kind: 'number', js: (e) => `${e}.g.ruleset.rules.length` },
  { says: ['mutable rules'], kind: 'number', js: (e) => `rows.mutableRules(${e})` },
  {
    says: ['dice total', 'total of dice', 'total rolled'],
    kind: 'number',
    needs: 'dice',
    js: (e) => `rows.sum(${e}.dice)`,
  },
  { says: ['number of dice'], kind: 'number', needs: 'dice', js: (e) => `${e}.dice.length` },
  {
    says: ['dice are alike', 'all dice are alike', 'all dice show the same'],
    kind: 'yes or no',
    needs: 'dice',
    js: (e) => `rows.alike(${e}.dice)`,
  },
];

/** The single people that a moment is about. */
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
