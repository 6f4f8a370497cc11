import { readNumber } from '../kernel/number-words.ts';
import { slug } from '../kernel/names.ts';
import { CellError, cellWords } from './cell.ts';
import { readFormula } from './formula.ts';
import { kindCalled, type Provided } from './provided.ts';
import type { Has } from './scene.ts';
import { idOf, keyOf, thirdPerson, type Name, type Vocabulary } from './vocabulary.ts';

/** The event at which a row counts. */
export interface Trigger {
  readonly on: string;
  readonly has: readonly Has[];
  /** An expression in `e`. */
  readonly fits?: string;
  /** More parts of the row, as source. */
  readonly parts?: Readonly<Record<string, string>>;
  /** A variable that it needs for itself. */
  readonly memory?: { readonly of: 'player' | 'game'; readonly id: string; readonly title: string };
  readonly notes: readonly string[];
  readonly isOnce?: boolean;
  /** The variable whose changes trigger it. */
  readonly heeds?: string;
}

export interface TriggerScene {
  readonly words: Vocabulary;
  /** The titles of the moves that tables define, and their ids. */
  readonly moves: ReadonlyMap<string, string>;
  /** The name of the rule's file, which keeps its own counters apart from those of other rules. */
  readonly rule: string;
  readonly provided: Provided;
  /** True if its rows can trigger each other endlessly. */
  readonly isCircle?: boolean;
}

interface Event {
  /** An example of a cell, for people who look for the right words. */
  readonly example: string;
  readonly says: RegExp;
  readonly make: (found: readonly string[], scene: TriggerScene, text: string) => Trigger | null;
}

const NEXT = 'it counts from the next vote on, and not for the vote that brings it';
const THIS = 'it counts already for the vote that brings it';
const kindIs = (kind: string, { provided }: TriggerScene): string =>
  `e.matter.kind === ${JSON.stringify(kindCalled(kind, provided))}`;

const WEEKDAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';

/** All events that a table knows. To add one, add an entry here. */
const EVENTS: readonly Event[] = [
  {
    example: 'this rule is adopted',
    says: /^this (?:rule|row) is (?:adopted|enacted|passed)$/u,
    make: () => ({
      on: 'took-effect',
      has: ['proposal', 'person'],
      isOnce: true,
      notes: ['it happens once, with the vote that writes this row'],
    }),
  },
  {
    example: 'a proposal is adopted, this one too',
    says: /^an? (.+?) is (?:adopted|enacted|passed)(?:,? (?:this one too|for this vote too|even this one))?$/u,
    make: ([kind = ''], scene, text) => {
      const isNow = /(?:too|even this one)$/u.test(text);
      return {
        on: isNow ? 'took-effect' : 'enacted',
        has: ['proposal', 'person'],
        fits: kindIs(kind, scene),
        notes: [isNow ? THIS : NEXT],
      };
    },
  },
  {
    example: 'a proposal is defeated',
    says: /^an? (.+?) (?:is (?:defeated|voted down)|fails)$/u,
    make: ([kind = ''], scene) => ({
      on: 'failed',
      has: ['proposal', 'person'],
      fits: kindIs(kind, scene),
      notes: [],
    }),
  },
  {
    example: 'a proposal is made',
    says: /^an? (.+?) is (?:made|posted|proposed)$/u,
    make: ([kind = ''], scene) => ({
      on: 'posted',
      has: ['proposal', 'person'],
      fits: kindIs(kind, scene),
      notes: [],
    }),
  },
  {
    example: 'a proposal is revised',
    says: /^an? (.+?) is (?:revised|altered|edited)$/u,
    make: ([kind = ''], scene) => ({
      on: 'altered',
      has: ['proposal', 'person'],
      fits: kindIs(kind, scene),
      notes: [],
    }),
  },
  {
    example: 'a player votes on a proposal',
    says: /^a player votes(?: on an? (.+))?$/u,
    make: ([kind = 'proposal'], scene) => ({
      on: 'voted',
      has: ['proposal', 'person'],
      fits: kindIs(kind, scene),
      notes: [],
    }),
  },
  {
    example: 'a player’s turn begins',
    says: /^a (?:player's )?turn (?:begins|starts)$/u,
    make: () => ({ on: 'turn-begins', has: ['person'], notes: [] }),
  },
  {
    example: 'a round ends',
    says: /^(?:a|each|every) (?:full )?(?:round|circuit|cycle)(?: of turns)? ends$/u,
    make: () => ({ on: 'round-ends', has: [], notes: [] }),
  },
  {
    example: 'every third round ends',
    says: /^every (\w+) rounds?(?: ends?)?$/u,
    make: ([which = '']) => {
      const every = ORDINALS[which] ?? readNumber(which);
      return every === null
        ? null
        : {
            on: 'round-ends',
            has: [],
            fits: `e.g.round % ${every} === 0`,
            notes: [`rounds are counted from the first of the game`],
          };
    },
  },
  {
    example: 'a player rolls',
    says: /^a player rolls(?: (?:a |an )?(\d+))?$/u,
    make: ([shown]) => ({
      on: 'rolled',
      has: ['person', 'dice'],
      notes: [],
      ...(shown && { fits: `e.dice.includes(${shown})` }),
    }),
  },
  {
    example: 'a player wins',
    says: /^(?:a player|somebody) wins$/u,
    make: () => ({ on: 'won', has: ['person'], notes: [] }),
  },
  {
    example: 'each day at 18:00',
    says: /^(?:each|every) day(?: at (\d\d?:\d\d))?$/u,
    make: ([clock = '00:00'], _, text) => timed(text, `everyDay("${clock.padStart(5, '0')}")`),
  },
  {
    example: 'each Monday at 18:00',
    says: new RegExp(`^(?:each|every) (${WEEKDAYS})(?: at (\\d\\d?:\\d\\d))?$`, 'u'),
    make: ([day = '', clock = '00:00'], _, text) =>
      timed(text, `everyWeek("${day}", "${clock.padStart(5, '0')}")`),
  },
  {
    example: 'a week begins',
    says: /^(?:a|each|every) week (?:begins|starts|ends)$/u,
    make: (_, __, text) => timed(text, 'everyWeek("monday", "00:00")'),
  },
  {
    example: 'a month ends',
    says: /^(?:a|each|every) (month|quarter) (?:begins|starts|ends)$/u,
    make: ([period = ''], _, text) => timed(text, `rows.every${period === 'month' ? 'Month' : 'Quarter'}`),
  },
  {
    example: 'Points reach 100',
    says: /^(?:(?:a|any|some) player's )?(.+?) reach(?:es)? (.+)$/u,
    make: ([what = '', goal = ''], scene, text) => reaching(what, goal, scene, text),
  },
  {
    example: 'a player makes a wish',
    says: /^a player (.+)$/u,
    make: ([does = ''], { moves }) => {
      const found = [...moves].find(([title]) => title === does || thirdPerson(title) === does);
      return found === undefined
        ? null
        : { on: 'acted', has: ['person'], fits: `e.g.action.id === ${JSON.stringify(found[1])}`, notes: [] };
    },
  },
];

const ORDINALS: Readonly<Record<string, number>> = {
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  tenth: 10,
};

function timed(text: string, at: string): Trigger {
  const title = text.slice(0, 1).toUpperCase() + text.slice(1);
  const time = `{ title: ${JSON.stringify(title)}, at: ${at} }`;
  return { on: slug(text), has: [], parts: { time }, notes: ['times are in UTC'] };
}

function reaching(
  what: string,
  goal: string,
  { words, rule, isCircle = false }: TriggerScene,
  text: string,
): Trigger | null {
  const name = words.find(what).find(({ of, kind }) => of !== 'post' && kind === 'number');
  if (name === undefined) return null;
  const of = name.of === 'player' ? 'player' : 'game';
  const has: readonly Has[] = of === 'player' ? ['person'] : [];
  const limit = readFormula(goal, { words, has: new Set(has), chosen: {} }, 'number');
  const id = idOf(`${text} in ${rule}`);
  const is = `(e) => rows.compare(${valueOf(name)}, ${limit.js}) >= 0`;
  return {
    on: 'changed',
    has,
    parts: {
      reach: `{ of: "${of}", is: ${is}, memory: "${id}"${isCircle ? `, stopped: "${stoppedIn(rule)}"` : ''} }`,
    },
    heeds: name.id,
    memory: { of, id, title: `at ${goal} ${name.title} or more` },
    notes: [
      'it counts each time the number rises to that, and at once if it is already there when the row is adopted',
    ],
  };
}

function valueOf({ of, id, isWorth }: Name): string {
  if (of === 'player') return isWorth ? `e.g.view("${id}", e.it)` : `e.it.${id}`;
  return isWorth ? `e.g.view("${id}")` : `e.g.game.${id}`;
}

/** Reads the cell that names the event. */
export function readTrigger(text: string, scene: TriggerScene): Trigger {
  const words = cellWords(text).toLowerCase();
  const notes = customEvent(words, scene.provided);
  if (notes !== null) return notes;
  for (const { says, make } of EVENTS) {
    const found = says.exec(words);
    const trigger = found === null ? null : make(found.slice(1), scene, words);
    if (trigger === null) continue;
    if (scene.provided.missing.has(trigger.on))
      throw new CellError(
        `These rules never notice when ${cellWords(text)}, so this row would never count.`,
        'an event that this game’s rules have, or a rule that adds it',
        EVENTS[1]?.example ?? '',
        true,
      );
    return trigger;
  }
  throw new CellError(
    `No event is called “${text}”.`,
    EVENTS.map(({ example }) => example).join('; '),
    EVENTS[1]?.example ?? '',
    true,
  );
}

/** An event that a clause sends: “a Clan Lord is made” is `clan-lord-made`. */
function customEvent(words: string, { eventNames: notes }: Provided): Trigger | null {
  const key = keyOf(words.replaceAll(/\b(?:an?|the|is|are|has been|have been) /gu, ''));
  const found = [...notes].find(([id]) => keyOf(id.replaceAll('-', ' ')) === key);
  if (found === undefined) return null;
  const [on, handed] = found;
  const has: Has[] = [];
  if (/\b(?:person|actor|voter|author): /u.test(handed)) has.push('person');
  if (/\b(?:matter|post): /u.test(handed)) has.push('proposal', 'person');
  return { on, has, notes: [] };
}

/** The variable that counts how often rows that trigger each other were stopped. */
export function stoppedIn(rule: string): string {
  return idOf(`stopped rows of ${rule}`);
}

const CARRIED_OVER = /,? *(?:carried over|and carried over)$/u;

/** `once a turn` → once, per turn; `twice a week, carried over` */
export function readLimit(text: string): {
  readonly times: number;
  readonly per: string;
  readonly isCarriedOver: boolean;
} {
  const whole = cellWords(text).toLowerCase();
  const words = whole.replace(CARRIED_OVER, '');
  const [, often = '', per = ''] =
    /^(.+?) (?:times )?(?:a|per|in the|in a|each|every) (turn|round|day|week|month|quarter|game)$/u.exec(
      words,
    ) ?? [];
  const daily: Readonly<Record<string, string>> = {
    daily: 'day',
    weekly: 'week',
    monthly: 'month',
    quarterly: 'quarter',
    once: 'game',
  };
  const times = per === '' ? (words in daily ? 1 : null) : readNumber(often);
  if (times === null || !Number.isInteger(times) || times < 1)
    throw new CellError(
      `“${text}” is no limit.`,
      'how often, per turn, round, day, week, month, quarter or game; and “carried over”',
      'once a turn',
    );
  return { times, per: per === '' ? (daily[words] ?? 'game') : per, isCarriedOver: words !== whole };
}
