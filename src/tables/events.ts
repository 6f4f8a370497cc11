import { capitalised } from '../kernel/sentence.ts';
import { readNumber } from '../kernel/number-words.ts';
import { nearest, slug } from '../kernel/names.ts';
import type { UseLimit } from '../rules/rows/row.ts';
import { CellError, cellWords } from './cell.ts';
import { choicesIn, chosenIn } from './choices.ts';
import { readFormula } from './formula.ts';
import { kindCalled, type Provided } from './provided.ts';
import type { Has, RowScene } from './scene.ts';
import { closest, idOf, keyOf, likeliest, thirdPerson, type Name, type Vocabulary } from './vocabulary.ts';

/** The event at which a row counts. */
export interface Trigger {
  readonly on: string;
  /** The choices of the move that triggers it. */
  readonly chosen?: RowScene['chosen'];
  /** More events at which it counts. */
  readonly alsoOn?: readonly string[];
  readonly has: readonly Has[];
  /** An expression in `e`. */
  readonly fits?: string;
  /** More parts of the row, as source. */
  readonly parts?: Readonly<Record<string, string>>;
  /** A variable that it needs for itself. */
  readonly memory?: Readonly<{ of: 'player' | 'game'; id: string; title: string; start: boolean }>;
  readonly notes: readonly string[];
  readonly isOnce?: boolean;
  /** The variable whose changes trigger it. */
  readonly heeds?: string;
}

/** The moves that tables define, by their titles in lower case, with the cell that says what they choose. */
export type MovesByTitle = ReadonlyMap<string, { readonly id: string; readonly choosing: string }>;

export interface TriggerScene {
  readonly words: Vocabulary;
  readonly moves: MovesByTitle;
  /** The name of the rule's file, which keeps its own counters apart from those of other rules. */
  readonly rule: string;
  readonly provided: Provided;
  /** True if its rows can trigger each other endlessly. */
  readonly isCircle?: boolean;
}

type Make = (found: readonly string[], scene: TriggerScene, text: string) => Trigger | null;

/** An example of a cell for people who look for the right words, the pattern of such cells, and what it triggers. */
type Event = readonly [example: string, says: RegExp, make: Make];

const NEXT = 'it counts from the next vote on, and not for the vote that brings it';
const THIS = 'it counts already for the vote that brings it';

/** `{one} turn begins` → a pattern for a whole cell */
const cell = (said: string): RegExp =>
  new RegExp(`^${said.replaceAll(/\{(\w+)\}/gu, (_, name: string) => WORDS[name] ?? '')}$`, 'u');
const WORDS: Readonly<Record<string, string>> = {
  one: '(?:an?|any|each|every|the)',
  somebody: '(?:a player|somebody|someone)',
  kind: "(?:player's )?(.+?)",
  turn: "(?:player's )?turn",
  round: '(?:full )?(?:round|circuit|cycle)(?: of turns)?',
  begins: '(?:begins|starts)',
  too: ',? (?:this one too|for this vote too|even this one)',
  joins: '(?:joins(?: the game)?|becomes a player)',
  passes: '(?:is (?:adopted|enacted|passed|accepted|approved)|passes|succeeds|takes effect)',
  fails: '(?:is (?:defeated|rejected|voted down|not adopted)|fails|does not pass)',
  bounds: '(?:begins|starts|ends)',
  ends: '(?:ends|is over)',
  clock: '(?: at ((?:[01]?\\d|2[0-3]):[0-5]\\d))?',
  weekday: '(monday|tuesday|wednesday|thursday|friday|saturday|sunday)',
  falls: '(?:falls?|drops?|sinks?|go|goes)',
};

const PERSON: readonly Has[] = ['person'];
const AUTHORED: readonly Has[] = ['proposal', 'person'];
const ONCE = { isOnce: true, notes: ['it happens once, with the vote that writes this row'] };

const plainly =
  (on: string, has: readonly Has[] = [], more: Partial<Trigger> = {}): Make =>
  () => ({ on, has, notes: [], ...more });

/** Something that happens to a kind of post. */
const ofPost =
  (on: string, notes: readonly string[] = [], alsoOn: readonly string[] = []): Make =>
  ([kind = 'proposal'], { provided }) => ({
    on,
    alsoOn,
    has: AUTHORED,
    fits: `e.matter.kind === ${JSON.stringify(kindCalled(kind, provided))}`,
    notes,
  });

const DAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/u;

const timed =
  (at: (found: readonly string[]) => string): Make =>
  (found, _, text) => {
    const title = capitalised(text.replace(DAY, capitalised));
    const time = `{ title: ${JSON.stringify(title)}, at: ${at(found)} }`;
    return { on: slug(text), has: [], parts: { time }, notes: ['times are in UTC'] };
  };

/** A number that gets somewhere. */
const crossing = (example: string, how: string, sign: string): Event => [
  example,
  cell(`(?:(?:a|any|some) player's |the |their )?(.+?) (?:${how}) (.+)`),
  ([what = '', goal = ''], scene, text) => reaching([what, sign, goal], scene, text),
];

/** All events that a table knows. To add one, add an entry here. */
const EVENTS: readonly Event[] = [
  ['this rule is adopted', cell('this (?:rule|row) {passes}'), plainly('took-effect', AUTHORED, ONCE)],
  ['a proposal is adopted', cell('{one} {kind} {passes}'), ofPost('enacted', [NEXT])],
  ['a proposal is adopted, this one too', cell('{one} {kind} {passes}{too}'), ofPost('took-effect', [THIS])],
  ['a proposal is defeated', cell('{one} {kind} {fails}'), ofPost('failed')],
  ['a proposal is made', cell('{one} {kind} is (?:made|posted|proposed|submitted)'), ofPost('posted')],
  ['a proposal is revised', cell('{one} {kind} is (?:revised|altered|edited)'), ofPost('altered')],
  [
    'a player votes on a proposal',
    cell('{somebody} votes(?: (?:on|for|against)(?: an? (.+)| it)?)?'),
    (found, scene, text) => {
      const trigger = ofPost('voted', ['a changed vote counts again'])(found, scene, text);
      const way = / (for|against)\b/u.exec(text)?.[1]?.toUpperCase();
      return trigger && { ...trigger, ...(way && { fits: `${trigger.fits} && e.g.vote === "${way}"` }) };
    },
  ],
  ['a player’s turn begins', cell('{one} {turn} {begins}'), plainly('turn-begins', PERSON)],
  ['a player’s turn ends', cell('{one} {turn} {ends}'), plainly('turn-ended', PERSON)],
  ['a round ends', cell('{one} {round} {ends}'), plainly('round-ends')],
  [
    'every third round ends',
    cell('every (\\w+) rounds?(?: ends?)?'),
    ([which = '']) => {
      const every =
        ORDINALS[which === 'second' ? 'other' : which] ?? readNumber(which.replace(/(?:st|nd|rd|th)$/u, ''));
      if (every === null) return null;
      const notes = ['rounds are counted from the first of the game'];
      return { on: 'round-ends', has: [], fits: `e.g.round % ${every} === 0`, notes };
    },
  ],
  [
    'a player rolls',
    cell('a player rolls(?: an? (\\d+)| (\\d+))?'),
    ([one, shown = one]) => ({
      on: 'rolled',
      has: ['person', 'dice'],
      notes: [],
      ...(shown && { fits: `e.dice.includes(${shown})` }),
    }),
  ],
  ['a player wins', cell('{somebody} wins'), plainly('won', PERSON)],
  [
    'each day at 18:00',
    cell('{one} day(?: {bounds})?{clock}'),
    timed(([clock = '00:00']) => `everyDay("${clock.padStart(5, '0')}")`),
  ],
  [
    'each Monday at 18:00',
    cell('(?:each|every) {weekday}{clock}'),
    timed(([day = '', clock = '00:00']) => `everyWeek("${day}", "${clock.padStart(5, '0')}")`),
  ],
  ['a week begins', cell('{one} week(?: {bounds})?'), timed(() => 'everyWeek("monday", "00:00")')],
  ['a month ends', cell('{one} month(?: {bounds})?'), timed(() => 'rows.everyMonth')],
  ['a quarter ends', cell('{one} quarter(?: {bounds})?'), timed(() => 'rows.everyQuarter')],
  crossing('Points reach 100', 'reach(?:es)?', '>='),
  crossing('Points exceed 100', 'exceeds?|(?:rises?|go|goes) (?:above|over)|pass(?:es)?', '>'),
  crossing('Points fall below 3', '{falls} (?:below|under)', '<'),
  crossing('Points fall to 0', '{falls}(?: down)? to', '<='),
  crossing('Points are exactly 100', '(?:is|are) exactly|equals?', '==='),
  [
    'a player makes a wish',
    cell('a player (.+)'),
    ([does = ''], { moves }) => {
      const found = [...moves].find(([title]) => title === does || thirdPerson(title) === does);
      if (found === undefined) return null;
      const { id, choosing } = found[1];
      const chosen = chosenIn(choicesIn(choosing));
      return { on: 'acted', has: ['person'], chosen, fits: `e.g.action.id === "${id}"`, notes: [] };
    },
  ],
  ['a player joins', cell('(?:a new player|{somebody}) {joins}'), plainly('joined', PERSON)],
  ['a player makes a proposal', cell('{somebody} (?:makes|posts|submits) an? (.+)'), ofPost('posted')],
  [
    'a proposal is decided',
    cell('{one} {kind} is (?:decided|resolved)'),
    ofPost('enacted', [NEXT], ['failed']),
  ],
];

/** The ways to say the same that all events share: `at the end of each week` is `a week ends`. */
const SAME: readonly (readonly [said: RegExp, meant: string])[] = [
  [/^(?:when|whenever|if) /u, ''],
  [/^(?:(?:at|on) )?(?:each |every )?midnight$/u, 'each day'],
  [/^(at \S+(?: [ap]\.?m\.?)?) ((?:each|every) .+)$/u, '$2 $1'],
  [/ (?:at )?noon$/u, ' at 12:00'],
  [/ (?:at )?midnight$/u, ' at 0:00'],
  [/^(?:(?:at|on) )?the end of (?:an?|each|every|the) (.+)$/u, 'a $1 ends'],
  [/^(?:(?:at|on) )?the (?:beginning|start) of (?:an?|each|every|the) (.+)$/u, 'a $1 begins'],
  [/^(?:at|on) (?=each |every )/u, ''],
];

/** `10 p.m.` → `22:00` */
function onTheClock(words: string): string {
  return words.replace(
    /\b(1[0-2]|[1-9])(?::([0-5]\d))? ?([ap])\.?m\b\.?/u,
    (_, hour: string, minute: string | undefined, half: string) =>
      `${(Number(hour) % 12) + (half === 'p' ? 12 : 0)}:${minute ?? '00'}`,
  );
}

const ORDINALS: Readonly<Record<string, number>> = Object.fromEntries(
  'other third fourth fifth sixth seventh eighth ninth tenth'.split(' ').map((word, at) => [word, at + 2]),
);

function reaching(
  [what, sign, goal]: readonly [string, string, string],
  { words, rule, isCircle = false }: TriggerScene,
  text: string,
): Trigger | null {
  const name = words.find(what).find(({ of, kind }) => of !== 'post' && kind === 'number');
  const of = name?.of === 'player' ? 'player' : 'game';
  const has: readonly Has[] = of === 'player' ? ['person'] : [];
  const scene = { words, has: new Set(has), chosen: {} };
  const value = name === undefined ? sumOf(what, scene) : valueOf(name);
  if (value === null) return null;
  const limit = readFormula(goal, scene, 'number');
  const id = idOf(`${text} in ${rule}`);
  const is = `(e) => rows.compare(${value}, ${limit.js}) ${sign} 0`;
  const isFall = sign.startsWith('<');
  return {
    on: 'changed',
    has,
    parts: {
      reach: `{ of: "${of}", is: ${is}, memory: "${id}"${isCircle ? `, stopped: "${stoppedIn(rule)}"` : ''} }`,
    },
    ...(name && { heeds: name.id }),
    memory: { of, id, title: `whether ${text}`, start: isFall },
    notes: [
      isFall
        ? 'it counts each time the number falls to that, and not if it begins there'
        : 'it counts each time the number rises to that, and at once if it is already there when the row is adopted',
    ],
  };
}

/** A number of the game that is no variable: `players`, `total Coins`. */
function sumOf(text: string, scene: RowScene): string | null {
  try {
    return readFormula(text, scene, 'number').js;
  } catch (error) {
    if (error instanceof CellError) return null;
    throw error;
  }
}

function valueOf({ of, id, isWorth }: Name): string {
  if (of === 'player') return isWorth ? `e.g.view("${id}", e.it)` : `e.it.${id}`;
  return isWorth ? `e.g.view("${id}")` : `e.g.game.${id}`;
}

/** Reads the cell that names the event. */
export function readTrigger(text: string, scene: TriggerScene): Trigger {
  const words = onTheClock(
    SAME.reduce((said, [of, meant]) => said.replace(of, meant), cellWords(text).toLowerCase()),
  );
  const notes = customEvent(words, scene.provided);
  if (notes !== null) return notes;
  for (const [, says, make] of EVENTS) {
    const found = says.exec(words);
    const trigger = found === null ? null : make(found.slice(1), scene, words);
    if (trigger === null) continue;
    if (scene.provided.missing.has(trigger.on))
      throw new CellError(
        `These rules never notice when ${cellWords(text)}, so this row would never count.`,
        'an event that this game’s rules have, or a rule that adds it',
        'a proposal is adopted',
      );
    return trigger;
  }
  if (/\b(?:hours?|hourly|minutes?)\b/u.test(words))
    throw new CellError(
      'Nothing happens by itself more often than once a day, since each time is a line of the ledger.',
      'a time of day, with a row for each if there are several, or something that players do',
      'each day at 18:00',
    );
  const known = [
    ...EVENTS.map(([example]) => example),
    ...[...scene.moves.keys()].map((title) => `a player ${thirdPerson(title)}`),
  ];
  const day = /\b\w+day\b/u.exec(words)?.[0] ?? '';
  const meant = nearest(
    day,
    (WORDS['weekday'] ?? '').match(new RegExp(`\\b${day.charAt(0)}\\w+`, 'gu')) ?? [],
  );
  const near = meant === null ? likeliest(words, known) : words.replace(day, capitalised(meant));
  throw new CellError(
    `No event is called “${text}”${near === null ? '.' : `; did you mean “${near}”?`}`,
    closest(words, known).join('; '),
    near ?? 'a proposal is adopted',
  );
}

/** An event that a clause sends: “a Clan Lord is made” is `clan-lord-made`. */
function customEvent(words: string, { eventNames: notes }: Provided): Trigger | null {
  const key = keyOf(words.replaceAll(/\b(?:an?|the|is|are|has been|have been) /gu, ''));
  const found = [...notes].find(([id]) => keyOf(id.replaceAll('-', ' ')) === key);
  // With “turn-ends” a rule ends the turn. Whose has ended is told by `takeTurns`.
  if (found === undefined || found[0] === 'turn-ends') return null;
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

const ALONE: Readonly<Record<string, string>> = Object.fromEntries(
  'daily day, weekly week, monthly month, quarterly quarter, once game'
    .split(', ')
    .map((pair) => pair.split(' ')),
);
const CARRIED_OVER = /,? *(?:carried over|and carried over)$/u;
const IN_ALL = /,? *(?:in all|in total|altogether|(?:among|for) (?:all|everybody)(?: (?:the )?players)?)$/u;

/** `once a turn` → once, per turn; `twice a week, carried over` */
export function readLimit(text: string): Required<Omit<UseLimit, 'count'>> {
  const whole = cellWords(text).toLowerCase();
  const each = whole.replace(CARRIED_OVER, '');
  const words = each.replace(IN_ALL, '').replace(/^(?:at most|up to|only|(?:no|not) more than) /u, '');
  const [, often = '', per = ''] =
    /^(.+?) (?:times )?(?:an?|per|in the|in an?|each|every) (turn|round|day|week|month|quarter|game)$/u.exec(
      words,
    ) ?? [];
  const times = per === '' ? (words in ALONE ? 1 : null) : readNumber(often);
  if (times === null || !Number.isInteger(times) || times < 1)
    throw new CellError(
      `“${text}” is no limit.`,
      'how often, per turn, round, day, week, month, quarter or game; “in all”, “carried over”',
      'once a turn',
    );
  return {
    times,
    per: (per === '' ? (ALONE[words] ?? 'game') : per) as UseLimit['per'],
    isCarriedOver: each !== whole,
    isInAll: IN_ALL.test(each),
  };
}
