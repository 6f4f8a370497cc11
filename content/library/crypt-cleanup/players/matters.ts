import type { Matter } from '../../crypt/players/matters.ts';

const become = '\n\nWhen something in a room makes him "become" this or that, he is so until he retreats.';

/** Everything that is put to a vote after the tidying; the last of them are pending when a newcomer looks in. */
export const AFTER: readonly Matter[] = [
  {
    at: [12, 3],
    by: 'hana',
    title: 'Kinder fugues',
    text: 'Half an hour of organ is more than my bones can bear, and yet he never gets to the good part.',
    wishes: [
      {
        do: 'edit',
        rule: 'The Organ',
        replace: '[30 minutes](#value:playing)',
        with: '[45 minutes](#value:playing)',
      },
    ],
    liked: 0.45,
    votes: ['dagny FOR', 'bertil AGAINST I have neighbours.'],
  },
  {
    at: [13, 2],
    by: 'kwame',
    title: 'A lighter sleeper',
    text: 'Twelve hours of peace before each visit is more than one gets at an inn.',
    wishes: [
      {
        do: 'edit',
        rule: "Emperor's Journey",
        replace: '[12 hours](#value:after-power)',
        with: '[10 hours](#value:after-power)',
      },
    ],
    liked: 0.8,
    votes: ['dagny FOR', 'ada FOR Welcome, by the way.'],
  },
  {
    at: [14, 1],
    by: 'dagny',
    title: '[Cleanup] Becoming',
    text: 'What it means to become something belongs with what he begins with. The words stay as they are.',
    wishes: [
      { do: 'edit', rule: "Emperor's Journey", replace: become, with: '' },
      {
        do: 'edit',
        rule: 'Run Initialisation',
        replace: 'A room is an Ordinary Room',
        with: `${become.trim()}\n\nA room is an Ordinary Room`,
      },
    ],
    liked: 0.9,
  },
  {
    at: [15, 5],
    by: 'freya',
    title: 'Cheaper crystals',
    text: 'At eight Influence for a Crystal none of us will live to see one, so to speak.',
    wishes: [
      {
        do: 'edit',
        rule: 'Power Actions',
        replace: '[8](#value:distilling-influence)',
        with: '[6](#value:distilling-influence)',
      },
    ],
    liked: 0.75,
    votes: ['chidi FOR I have been counting mine every evening.', 'dagny DEFERENTIAL'],
  },
  {
    at: [18, 1],
    by: 'ada',
    title: 'A capital for Lena',
    text: 'I have done it again.',
    wishes: [{ do: 'set', path: 'players.lena.name', value: 'Lena' }],
    liked: 0.9,
    votes: ['kwame FOR One gets used to it.', 'dagny FOR'],
  },
  {
    at: [18, 4],
    by: 'emeka',
    title: 'Epitaphs',
    text: 'Somebody should write down what we were, before it is too late for that as well.',
    draft: 'epitaphs',
    liked: 0.9,
    votes: ['dagny FOR', 'joana FOR I came back for this.'],
  },
  {
    at: [20, 2],
    by: 'chidi',
    kind: 'cfj',
    title: '[Pressing] Is an Ingress a door?',
    text: 'If it is, then he should knock. I name no change; I want to hear it said.',
    liked: 0.25,
    votes: ['ada AGAINST It is a hole.', 'dagny AGAINST I always knock.', 'imre AGAINST'],
  },
  {
    at: [21, 3],
    by: 'imre',
    title: 'A census of crystals',
    text: 'Whoever has most should have to say so at breakfast.',
    wishes: [
      {
        do: 'add',
        section: 'dynastic',
        title: 'Census',
        text: 'On each Monday the Player with the most Blood Mana Crystals shall say at breakfast, in a post, how many there are.',
      },
    ],
    liked: 0.5,
  },
  {
    at: [23, 2],
    by: 'bertil',
    title: 'Thinner blood',
    text: 'Nobody has been Bloodthirsty for a week. It is embarrassing.',
    wishes: [
      {
        do: 'edit',
        rule: 'Status',
        replace: '[13](#value:bloodthirsty-above)',
        with: '[11](#value:bloodthirsty-above)',
      },
    ],
    liked: 0.7,
    votes: ['dagny DEFERENTIAL', 'emeka FOR Speak for yourself.'],
  },
  {
    at: [25, 22],
    by: 'lena',
    title: 'Lanterns for newcomers',
    text: 'One arrives with ten Puissance and no idea where the stairs are. I should like a lantern on the first day.',
    wishes: [
      {
        do: 'add',
        section: 'dynastic',
        title: 'Lanterns',
        text: 'When somebody becomes a Player, another Player may greet them in a post and describe a lantern. The newcomer has that lantern from then on. Lanterns are flavour text.',
      },
    ],
    liked: 0.6,
    votes: ['freya FOR Mine will be green.', 'chidi AGAINST It would light me up.'],
  },
  {
    at: [26, 3],
    by: 'hana',
    title: '[Core] The window, again',
    text: 'A day and a half turned out to be long as well.',
    wishes: [
      { do: 'edit', rule: 'Votes', replace: '[36 hours](#value:window)', with: '[30 hours](#value:window)' },
    ],
    liked: 0.5,
    votes: ['bertil FOR My work is never done.'],
  },
  {
    at: [26, 6],
    by: 'kwame',
    title: 'A warmer grey',
    text: 'The corners of the map look cold.',
    wishes: [{ do: 'edit', rule: 'Ritual Chambers', replace: '#333333', with: '#4a3b5c' }],
    liked: 0.6,
    votes: ['joana DEFERENTIAL', 'emeka FOR Whatever Dagny says is fine with me, and so is this.'],
  },
];
