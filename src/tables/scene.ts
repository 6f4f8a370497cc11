import type { NameKind, Vocabulary } from './vocabulary.ts';

/** Names that only some moments have, in addition to the game's. */
export type Has = 'person' | 'proposal' | 'dice';

interface ChosenWord {
  readonly id: string;
  readonly kind: NameKind;
  readonly options?: readonly string[];
}

/** The names that a cell can use. */
export interface RowScene {
  readonly words: Vocabulary;
  readonly has: ReadonlySet<Has>;
  /** The parameters of a move, by the words for them. */
  readonly chosen: Readonly<Record<string, ChosenWord>>;
  /** The words that the variable at hand can be. */
  readonly options?: readonly string[] | undefined;
}

interface Word {
  readonly says: readonly string[];
  readonly kind: NameKind;
  readonly needs?: Has;
  /** An expression, given the variable name of the moment. */
  readonly js: (e: string) => string;
}

/** Words of one kind, by their phrases: `votes, votes cast`. In their expressions `$` is the moment. */
function words(kind: NameKind, needs: Has | null, all: Readonly<Record<string, string>>): readonly Word[] {
  return Object.entries(all).map(([said, js]) => ({
    kind,
    says: said.split(', '),
    js: (e) => js.replaceAll('$', e),
    ...(needs && { needs }),
  }));
}

/** Words of formulas that the engine defines. */
export const BUILT_IN: readonly Word[] = [
  ...words('number', null, {
    'players, number of players': '$.g.players.size',
    'round, circuit': '$.g.game.circuit',
    turn: '$.g.game.turn',
    'adopted proposals, proposals adopted, their adopted proposals': 'rows.ended($, "enacted", "proposal")',
    'defeated proposals, proposals defeated, their defeated proposals': 'rows.ended($, "failed", "proposal")',
    'all adopted proposals': 'rows.ended(rows.about($, null), "enacted", "proposal")',
    'all defeated proposals': 'rows.ended(rows.about($, null), "failed", "proposal")',
    'rules, number of rules': '$.g.ruleset.rules.length',
    'mutable rules': 'rows.mutableRules($)',
  }),
  ...words('word', null, { 'part of the turn': '$.g.game.phase' }),
  ...words('person', null, { 'whose turn it is, player whose turn it is': 'rows.mover($)' }),
  ...words('yes or no', 'person', {
    'their turn, it is their turn': 'rows.isMover($)',
    plays: '$.g.players.has($.it)',
  }),
  ...words('number', 'proposal', {
    'votes for': 'rows.votes($, "FOR")',
    'votes against': 'rows.votes($, "AGAINST")',
    'votes, votes cast': 'rows.votes($)',
    'votes needed': 'rows.needed($)',
    comments: '$.matter.comments.length',
  }),
  ...words('yes or no', 'proposal', {
    'voted for, voted for it': 'rows.voted($, "FOR")',
    'voted against, voted against it': 'rows.voted($, "AGAINST")',
    'voted, voted on it': 'rows.voted($)',
    'proposed it': 'rows.same($.it, $.matter.author)',
    'everybody voted for it, everybody voted for, everyone voted for it, all votes are for, it is unanimous':
      'rows.votes($, "FOR") === $.g.players.size',
    'nobody voted for it, nobody voted for, no votes are for': 'rows.votes($, "FOR") === 0',
    'nobody voted against it, nobody voted against, no votes are against': 'rows.votes($, "AGAINST") === 0',
    'everybody voted on it, everybody voted': 'rows.votes($) === $.g.players.size',
  }),
  ...words('number', 'dice', {
    'dice total, total of dice, total rolled': 'rows.sum($.dice)',
    'number of dice': '$.dice.length',
  }),
  ...words('yes or no', 'dice', {
    'dice are alike, all dice are alike, all dice show the same': 'rows.alike($.dice)',
  }),
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
  { says: ['them', 'themselves', 'that person'], needs: 'person', js: (e) => `${e}.it` },
  {
    says: ['the player whose turn it is', 'whoever has the turn', 'whose turn it is'],
    js: (e) => `rows.mover(${e})`,
  },
];

/** The people of a moment, by the words for them. A variable of the game may name nobody. */
export function peopleAt(
  { chosen, has, words }: RowScene,
  e: string,
): readonly (readonly [string, string])[] {
  const all = PEOPLE.filter(({ needs }) => needs === undefined || has.has(needs));
  const picked = Object.entries(chosen).filter(([, { kind }]) => kind === 'person');
  const named = words.names.filter(({ kind, of }) => kind === 'person' && of === 'game');
  return [
    ...picked.map(([one, { id }]) => [one, `${e}.chosen[${JSON.stringify(id)}]`] as const),
    ...all.flatMap(({ says, js }) => says.map((one) => [one, js(e)] as const)),
    ...named.map(({ title, id }) => [title.toLowerCase(), `${e}.g.game.${id}`] as const),
  ];
}
