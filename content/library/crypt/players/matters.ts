/** What somebody proposes, in words instead of files; the same shapes as on the command line. */
export type Wish =
  | { readonly do: 'edit'; readonly rule: string; readonly replace: string; readonly with: string }
  | { readonly do: 'add'; readonly title: string; readonly text: string; readonly section: 'dynastic' }
  | { readonly do: 'repeal'; readonly rule: string }
  | { readonly do: 'set'; readonly path: string; readonly value: unknown };

export interface Matter {
  /** Days and hours after the dynasty began. */
  readonly at: readonly [day: number, hour: number];
  readonly by: string;
  readonly kind?: 'proposal' | 'cfj' | 'story' | 'plain';
  readonly title: string;
  readonly text: string;
  readonly wishes?: readonly Wish[];
  /** A rule with its clause, from the folder `drafts`. */
  readonly draft?: string;
  /** Files of the game as a whole, by their paths below `content/`. */
  readonly files?: Readonly<Record<string, string>>;
  /** How likely those are to be for it who have no line below. */
  readonly liked?: number;
  /** `ada FOR Why not?`: what somebody votes, and says. */
  readonly votes?: readonly string[];
  /** A second thought before anybody has voted: another edit, pushed an hour later. */
  readonly better?: Wish;
  readonly special?: 'tidy';
}

const columns = '[8](#value:columns)';
const chest = '| average-chest | Opportunities | 0 | Emperor approaches an average treasure chest. |';

/** Everything that is put to a vote before the tidying, and the tidying itself. */
export const BEFORE: readonly Matter[] = [
  {
    at: [0, 1],
    by: 'dagny',
    kind: 'story',
    title: 'The door is open',
    text: 'Richardo von Nestor has come to Zahndorf with a lantern, a ledger and no sense of danger whatever. The players of this game, and all that they say, are invented: it was played by a script, to show what a game looks like after a while.',
  },
  {
    at: [0, 2],
    by: 'bertil',
    title: '[Core] A brisker window',
    text: 'Two days is a long time to wait for a vote.',
    wishes: [
      { do: 'edit', rule: 'Votes', replace: '[48 hours](#value:window)', with: '[36 hours](#value:window)' },
    ],
    liked: 0.85,
    votes: ['chidi FOR I was asleep by the end of the last one.', 'dagny FOR'],
  },
  {
    at: [0, 5],
    by: 'emeka',
    title: 'Lights out',
    text: 'Let us give up on chests. He should find nothing down here but us.',
    wishes: [{ do: 'repeal', rule: 'Treasure' }],
    liked: 0.1,
    votes: ['ada AGAINST And what would he carry?', 'dagny AGAINST'],
  },
  {
    at: [1, 1],
    by: 'hana',
    title: 'The Font',
    text: 'We spend and spend and nothing comes back until he walks. A sip a day should keep us going.',
    draft: 'the-font',
    liked: 0.9,
    votes: ['dagny FOR', 'goro FOR I tried the clause; it works.', 'imre DEFERENTIAL'],
  },
  {
    at: [1, 6],
    by: 'chidi',
    title: 'Cheaper chisels',
    text: 'The first Sigil should be free.',
    wishes: [
      {
        do: 'edit',
        rule: 'Lair Actions',
        replace: '[1](#value:engraving-base)',
        with: '[0](#value:engraving-base)',
      },
    ],
    liked: 0.5,
    votes: ['dagny VETO Blood is never free.', 'bertil FOR'],
  },
  {
    at: [2, 3],
    by: 'goro',
    title: 'Nine columns',
    text: 'The map is too narrow in the east.',
    wishes: [{ do: 'edit', rule: 'The Crypt of Dracula', replace: columns, with: '[9](#value:columns)' }],
    liked: 0.6,
    votes: ['goro AGAINST On reflection I should have to draw my notebook anew.'],
  },
  {
    at: [3, 2],
    by: 'imre',
    title: 'Cold draughts',
    text: 'A Feature for those who would rather annoy him than hurt him. What it does is for him to say.',
    wishes: [
      {
        do: 'edit',
        rule: 'Features',
        replace: chest,
        with: `${chest}\n| cold-draught | Threats | 1 | A cold draught makes Emperor do something that is not dignified. |`,
      },
    ],
    liked: 0.85,
    votes: ['dagny FOR I am never undignified.', 'freya FOR'],
  },
  {
    at: [4, 4],
    by: 'freya',
    kind: 'cfj',
    title: 'Is the Font open on Sundays?',
    text: 'Bertil and I disagree whether one can drink on the day of rest. Let the rule say that one can.',
    wishes: [
      {
        do: 'edit',
        rule: 'The Font',
        replace: 'once somebody.',
        with: 'once somebody. It is open on every day of the week.',
      },
    ],
    liked: 0.95,
    votes: ['bertil AGAINST It is a matter of decency.', 'ada FOR', 'dagny FOR'],
  },
  {
    at: [5, 1],
    by: 'joana',
    title: 'Guests',
    text: 'The place is all furniture and no company. I propose a verger, and something for him to be afraid of.',
    files: {
      'gamestate/denizens/the-verger.md':
        '---\nname: The Verger\nbrutality: 1\ncunning: 2\nlocation: D5\nsycophancy: [joana]\n---\n',
      'gamestate/denizens/old-wick.md':
        '---\nname: Old Wick\nbrutality: 1\ncunning: 0\ntraits: [evasive]\nlocation: F4\nsycophancy: [joana, chidi]\n---\n',
    },
    liked: 0.8,
    votes: ['dagny FOR', 'chidi FOR I shall feed it.'],
  },
  {
    at: [6, 3],
    by: 'ada',
    title: 'A deeper sip',
    text: 'One is a drop. Two is a drink.',
    wishes: [{ do: 'edit', rule: 'The Font', replace: '[1](#value:sip)', with: '[2](#value:sip)' }],
    liked: 0.75,
    votes: ['hana FOR', 'dagny AGAINST You will all be insufferable.'],
  },
  {
    at: [7, 2],
    by: 'bertil',
    title: 'Names on the doors',
    text: 'One should know whose bed one is in.',
    wishes: [
      {
        do: 'add',
        section: 'dynastic',
        title: 'Door Plates',
        text: 'A Player who has a Sepulchre may put a plate with a motto on its door, by saying so in a post. Plates are flavour text, and nobody may take offence.',
      },
    ],
    better: {
      do: 'add',
      section: 'dynastic',
      title: 'Door Plates',
      text: 'A Player who has a Sepulchre may put a plate with a motto on its door, by saying so in a post. Plates are flavour text. Nobody may take offence, at least not in writing.',
    },
    liked: 0.8,
    votes: ['dagny FOR Mine says “Visitor”.'],
  },
  {
    at: [7, 5],
    by: 'ada',
    title: 'A capital for Kwame',
    text: 'I put the newcomer on the roster in small letters. I am sorry.',
    wishes: [{ do: 'set', path: 'players.kwame.name', value: 'Kwame' }],
    liked: 0.95,
    votes: ['dagny FOR'],
  },
  {
    at: [8, 2],
    by: 'emeka',
    title: 'Everybody starts over',
    text: 'I have nothing left. Let us all be equal again.',
    wishes: ['ada', 'bertil', 'chidi', 'emeka', 'freya', 'hana', 'imre', 'joana'].map((one) => ({
      do: 'set',
      path: `players.${one}.puissance`,
      value: 10,
    })),
    liked: 0.2,
    votes: ['ada AGAINST Some of us have saved.', 'dagny AGAINST'],
  },
  {
    at: [9, 5],
    by: 'dagny',
    title: 'The crypt, tidied',
    text: 'The rules have grown like the rest of this place. Here they are in order, with an Organ, four Ritual Chambers, better manners for Denizens, and a way to win. What is explored is Lit; everything else that is tracked goes on as it stands. Please build nothing while this is pending: it would go dark.',
    special: 'tidy',
    liked: 0.95,
    votes: ['imre FOR I have read it twice, and there is a typo in none of it.', 'emeka DEFERENTIAL'],
  },
];
