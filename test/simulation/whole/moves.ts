import fc from 'fast-check';

import type { Person } from '../../../src/forge/events.ts';
import { CARELESS, HONEST, MALICIOUS } from './cast.ts';
import { BREAK_COUNT, BREAKABLE_COUNT, FORMS } from './cheats.ts';
import { hostileWords } from './hostile-words.ts';
import { type Push, PUSHES } from './pushes.ts';
import { RECIPES } from './recipes.ts';

export type Icon = 'for' | 'against' | 'def' | 'veto';

/** What somebody does. Numbers choose among what there is when the move is made. */
export type Move =
  | {
      readonly move: 'propose';
      readonly kind: string;
      readonly recipe: number;
      readonly tag: boolean;
      readonly title: string;
    }
  | {
      readonly move: 'vote';
      readonly on: number;
      readonly icon: Icon;
      readonly via: 'comment' | 'review' | 'reaction' | 'words';
    }
  /** One vote, and then another: what was said first may bind. */
  | {
      readonly move: 'waver';
      readonly on: number;
      readonly whose: 'emperor' | 'author';
      readonly icons: readonly [Icon, Icon];
    }
  /** A proposal about which somebody changes their mind before all vote alike. */
  | {
      readonly move: 'contest';
      readonly recipe: number;
      readonly whose: 'emperor' | 'author';
      readonly icons: readonly [Icon, Icon];
      readonly icon: Icon;
    }
  /** All players vote alike, but for one, who takes that back. */
  | { readonly move: 'acclaim'; readonly on: number; readonly icon: Icon; readonly but: number }
  | { readonly move: 'unreact'; readonly on: number; readonly reaction: string }
  | { readonly move: 'react'; readonly on: number; readonly reaction: string }
  | { readonly move: 'say'; readonly on: number; readonly text: string }
  | { readonly move: 'command'; readonly text: string; readonly whom: number }
  | { readonly move: 'reword'; readonly comment: number; readonly text: string | null }
  | { readonly move: 'edit'; readonly on: number; readonly title: string }
  | {
      readonly move: 'push';
      readonly on: number;
      readonly recipe: number;
      readonly how: 'on-top' | 'afresh' | 'by-git';
    }
  | { readonly move: 'categorise'; readonly on: number; readonly kind: string }
  | { readonly move: 'close'; readonly on: number; readonly again: boolean }
  | { readonly move: 'seal'; readonly copy: boolean }
  /** The clause that every game has tries to keep something, and somebody looks whether it did. */
  | { readonly move: 'cheat'; readonly form: number; readonly atOnce: boolean }
  /** The same with a clause that was proposed and may have been enacted. */
  | { readonly move: 'cheat-by-proposal'; readonly back: number }
  /** An effect spoils what it is handed. */
  | { readonly move: 'break'; readonly form: number; readonly on: number }
  | { readonly move: 'push-main'; readonly how: Push | 'rewind' }
  | { readonly move: 'meddle'; readonly how: 'delete-journal' | 'rewrite-journal' | 'spoil-told' };

export interface Turn {
  readonly by: Person;
  readonly move: Move;
}

const on = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 6, 9);
const icon = fc.constantFrom<Icon>('for', 'for', 'for', 'against', 'def', 'veto');
const via = fc.constantFrom('comment' as const, 'review' as const, 'reaction' as const, 'words' as const);
const recipe = fc.nat(RECIPES.length - 1);
const kind = fc.constantFrom('proposal', 'proposal', 'proposal', 'proposal', 'cfj', 'dov', 'story');
const title = fc.constantFrom('Night', 'A: longer night', '[Victory] Mine');
const reaction = fc.constantFrom('+1', '-1', 'eyes', 'confused', 'heart');

const propose = fc.record({ move: fc.constant('propose' as const), kind, recipe, tag: fc.boolean(), title });
const vote = fc.record({ move: fc.constant('vote' as const), on, icon, via });
const whose = fc.constantFrom('emperor' as const, 'author' as const);
const icons = fc.constantFrom<[Icon, Icon]>(
  ['veto', 'for'],
  ['veto', 'for'],
  ['against', 'for'],
  ['against', 'for'],
  ['for', 'against'],
  ['def', 'for'],
);
const together = fc.constantFrom<Icon>('for', 'for', 'for', 'against');
const waver = fc.record({ move: fc.constant('waver' as const), on, whose, icons });
const contest = fc.record({
  move: fc.constant('contest' as const),
  recipe,
  whose,
  icons,
  icon: together,
});
const acclaim = fc.record({
  move: fc.constant('acclaim' as const),
  on,
  icon: together,
  but: fc.nat(6),
});
const unreact = fc.record({ move: fc.constant('unreact' as const), on, reaction });
const react = fc.record({ move: fc.constant('react' as const), on, reaction });
const say = (text: fc.Arbitrary<string>) => fc.record({ move: fc.constant('say' as const), on, text });
const command = fc.record({
  move: fc.constant('command' as const),
  whom: fc.nat(6),
  text: fc.constantFrom(
    '/take-pip',
    '/take-crate',
    '/take-pip\n/take-crate',
    '/ring-bell',
    '/roll 2DICE6',
    '/long-shot',
    '/halve-pips',
    '/pay-pips to=$ amount=2',
    '/ask-idle',
    '/ask-unidle',
    '/idle player=$',
    '/unidle player=$',
    '/join player=ivy',
    '/count-words',
    '/read-functions',
    '/ascend theme="Fog" terms={player: Sailor, emperor: Captain}',
    '/pass-the-mantle to=$',
  ),
});
const seal = fc.record({ move: fc.constant('seal' as const), copy: fc.constant(false) });

const reword = fc.record({
  move: fc.constant('reword' as const),
  comment: fc.nat(30),
  text: fc.constantFrom(':against:', ':for:', 'Never mind.', null),
});
const edit = fc.record({
  move: fc.constant('edit' as const),
  on,
  title: fc.constantFrom('[Core] Night', 'Day', 'B:'),
});
const push = fc.record({
  move: fc.constant('push' as const),
  on,
  recipe,
  how: fc.constantFrom('on-top' as const, 'afresh' as const, 'by-git' as const),
});
const categorise = fc.record({
  move: fc.constant('categorise' as const),
  on,
  kind: fc.constantFrom('proposal', 'cfj', 'dov', 'story', 'plain'),
});
const close = fc.record({ move: fc.constant('close' as const), on, again: fc.boolean() });

const pushMain = fc.record({
  move: fc.constant('push-main' as const),
  how: fc.constantFrom<Push | 'rewind'>(...PUSHES, 'rewind'),
});
const meddle = fc.record({
  move: fc.constant('meddle' as const),
  how: fc.constantFrom('delete-journal' as const, 'rewrite-journal' as const, 'spoil-told' as const),
});
const join = fc.constant<Move>({
  move: 'propose',
  kind: 'join-request',
  recipe: 0,
  tag: false,
  title: 'Let me in',
});
const posing = fc.record({
  move: fc.constant('propose' as const),
  kind: fc.constantFrom('proposal', 'ascension-address', 'idle-announcement', 'dov'),
  recipe,
  tag: fc.boolean(),
  title: hostileWords,
});

const cheat = fc.oneof(
  {
    arbitrary: fc.record({
      move: fc.constant('cheat' as const),
      form: fc.nat(FORMS - 1),
      atOnce: fc.boolean(),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ move: fc.constant('cheat-by-proposal' as const), back: fc.nat(8) }), weight: 1 },
  {
    arbitrary: fc.record({
      move: fc.constant('break' as const),
      form: fc.nat(BREAK_COUNT - 1),
      on: fc.nat(BREAKABLE_COUNT - 1),
    }),
    weight: 3,
  },
);

const turn = (people: readonly Person[], move: fc.Arbitrary<Move>): fc.Arbitrary<Turn> =>
  fc.record({ by: fc.constantFrom(...people), move });

const honest = fc.oneof(
  { arbitrary: propose, weight: 3 },
  { arbitrary: vote, weight: 9 },
  { arbitrary: say(fc.constantFrom('Well.', 'I am for it.')), weight: 1 },
  { arbitrary: command, weight: 4 },
  { arbitrary: seal, weight: 1 },
);
const careless = fc.oneof(
  { arbitrary: honest, weight: 8 },
  { arbitrary: reword, weight: 2 },
  { arbitrary: edit, weight: 2 },
  { arbitrary: push, weight: 3 },
  { arbitrary: unreact, weight: 2 },
  { arbitrary: react, weight: 2 },
  { arbitrary: categorise, weight: 2 },
  { arbitrary: close, weight: 1 },
);
const malicious = fc.oneof(
  { arbitrary: careless, weight: 8 },
  { arbitrary: say(hostileWords), weight: 3 },
  { arbitrary: posing, weight: 2 },
  { arbitrary: join, weight: 1 },
  { arbitrary: pushMain, weight: 1 },
  { arbitrary: meddle, weight: 1 },
  { arbitrary: fc.constant<Move>({ move: 'seal', copy: true }), weight: 1 },
);

/** A turn of somebody's, as their character has it. */
export const turns: fc.Arbitrary<Turn> = fc.oneof(
  { arbitrary: turn(HONEST, honest), weight: 5 },
  { arbitrary: turn(HONEST, fc.oneof(waver, acclaim, contest)), weight: 2 },
  { arbitrary: turn(CARELESS, careless), weight: 3 },
  { arbitrary: turn(MALICIOUS, malicious), weight: 3 },
  { arbitrary: turn([...HONEST, ...MALICIOUS], cheat), weight: 2 },
);
