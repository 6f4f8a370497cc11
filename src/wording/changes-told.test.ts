// Describes each form of change as a whole: its title, facts, notes and words.
import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../kernel/manifest.ts';
import type { MatterChange } from '../kernel/state.ts';
import { Naming } from './naming.ts';
import { keyOfChanges, programChanges, type NamesInDiff } from './program-changes.ts';

const inFile = (body: string, more = 'title: Votes'): string => `---\n${more}\norder: 10\n---\n${body}\n`;
const VOTES = inFile('It takes [36](#value:window) hours. Nobody waits.');
const DICE = inFile('Dice are fair.', 'title: Dice');
const FILES = new Map([
  ['core/votes.md', VOTES],
  ['core/votes/quorum.md', inFile('Half.', 'title: Quorum')],
  ['core/votes.ts', 'export default 1;\n'],
  ['core/dice.md', DICE],
  ['special-case/dormancy.md', inFile('All sleep.', 'title: Dormancy\nstatus: inactive')],
]);
const TITLES = new Map([
  ['core/votes', 'Votes'],
  ['core/dice', 'Dice'],
  ['1.4', 'Votes'],
  ['votes', 'Votes'],
]);
const PATHS = new Map([
  ['core/votes', 'core/votes'],
  ['votes', 'core/votes'],
  ['1.4', 'core/votes'],
  ['core/dice', 'core/dice'],
  ['dormancy', 'special-case/dormancy'],
]);
const names: NamesInDiff = {
  naming: new Naming({
    model: {
      fields: { player: { oil: { type: { kind: 'integer', title: 'Oil' }, rule: 'x' } } },
      collections: {},
    },
    state: { players: { ana: { name: 'Ana' } }, things: {}, posts: {} },
  }),
  terms: PLAIN_TERMS,
  files: FILES,
  titleOf: (rule) => TITLES.get(rule) ?? rule,
  pathOf: (rule) => PATHS.get(rule) ?? null,
};
const MARKS = { same: ['', ''], removed: ['[-', '-]'], added: ['[+', '+]'] } as const;

function told(changes: readonly MatterChange[], known = names): readonly string[] {
  return programChanges(changes, known).flatMap(({ kind, does, rule, title, shown }) => [
    [kind, does, rule, `“${title}”`].filter((one) => one !== '').join(' '),
    ...shown.facts.map(({ name, before, after }) => `  ${name}: ${before ?? '–'} → ${after ?? '–'}`),
    ...shown.notes.map((note) => `  ! ${note}`),
    ...(shown.words.length === 0
      ? []
      : [`  ${shown.words.map(({ kind: one, text }) => MARKS[one].join(text)).join('')}`]),
  ]);
}
const edit = (rule: string, replace: string, words: string): MatterChange => ({
  verb: 'edit-rule',
  rule,
  replace,
  with: words,
});
const set = (path: string, value: unknown): MatterChange => ({ verb: 'set', path, value });
const file = (path: string, base: string | null | undefined, content: string | null): MatterChange => ({
  verb: 'file',
  path,
  content,
  ...(base === undefined ? {} : { base }),
});
const inRules = (path: string): string => `content/ruleset/${path}`;

const somebody = VOTES.replace('Nobody', 'Somebody');
const SLEEP = 'text changes special-case/dormancy “Dormancy”';

test.each<[string, readonly MatterChange[], readonly string[]]>([
  [
    'an edit in words',
    [edit('votes', 'Nobody', 'Somebody')],
    ['text changes core/votes “Votes”', '  It takes 36 hours. [-Nobody-][+Somebody+] waits.'],
  ],
  [
    'an edit of a rule that nobody knows',
    [edit('nowhere', 'Nobody', 'Somebody')],
    ['text changes “nowhere”', '  [-Nobody-][+Somebody+]'],
  ],
  [
    'an edit of what a file brought',
    [file(inRules('core/votes.md'), VOTES, somebody), edit('votes', 'Somebody', 'Everybody')],
    [
      'text changes core/votes “Votes”',
      '  It takes 36 hours. [-Nobody-][+Somebody+] waits.',
      'text changes core/votes “Votes”',
      '  It takes 36 hours. [-Somebody-][+Everybody+] waits.',
    ],
  ],
  [
    'an edit beside a file of the same name elsewhere',
    [file('core/votes.md', null, 'Something else.'), edit('votes', 'Nobody', 'Somebody')],
    [
      'file adds “core/votes.md”',
      '  [+Something else.+]',
      'text changes core/votes “Votes”',
      '  It takes 36 hours. [-Nobody-][+Somebody+] waits.',
    ],
  ],
  [
    'a rule that goes with its code and the rules below it, and an edit that comes too late',
    [{ verb: 'repeal-rule', rule: '1.4' }, edit('votes', 'Nobody', 'Somebody')],
    [
      'text repeals core/votes “Votes”',
      '  window: 36 hours → –',
      '  [-It takes 36 (#value:window) hours. Nobody waits.-]',
      'text repeals core/votes/quorum “Quorum”',
      '  [-Half.-]',
      'clause repeals core/votes “Votes”',
      '  [-export default 1;\n-]',
      'text changes core/votes “Votes”',
      '  [-Nobody-][+Somebody+]',
    ],
  ],
  [
    'a rule made immutable',
    [{ verb: 'transmute', rule: 'votes' }],
    ['text changes core/votes “Votes”', '  Mutable: – → no', '  It takes 36 hours. Nobody waits.'],
  ],
  [
    'a rule made immutable, and mutable again',
    [
      { verb: 'transmute', rule: 'votes' },
      { verb: 'transmute', rule: 'votes' },
    ],
    [
      'text changes core/votes “Votes”',
      '  Mutable: – → no',
      '  It takes 36 hours. Nobody waits.',
      'text changes core/votes “Votes”',
      '  Mutable: no → yes',
      '  It takes 36 hours. Nobody waits.',
    ],
  ],
  [
    'an entrenched rule',
    [set('ruleset.votes.entrenched', true)],
    ['text changes core/votes “Votes”', '  Entrenched: – → yes', '  It takes 36 hours. Nobody waits.'],
  ],
  [
    'a rule that is entrenched by no yes or no',
    [set('ruleset.votes.entrenched', 'active')],
    ['value changes “votes entrenched active”'],
  ],
  [
    'a special case in force',
    [set('ruleset.dormancy.status', 'active')],
    [SLEEP, '  Status: inactive → active', '  All sleep.'],
  ],
  [
    'a special case without a status',
    [set('ruleset.dormancy.status', null)],
    [SLEEP, '  Status: inactive → –', '  All sleep.'],
  ],
  [
    'a special case that goes to sleep again',
    [set('ruleset.dormancy.status', 'active'), set('ruleset.dormancy.status', 'inactive')],
    [
      SLEEP,
      '  Status: inactive → active',
      '  All sleep.',
      SLEEP,
      '  Status: active → inactive',
      '  All sleep.',
    ],
  ],
  [
    'a special case with another status',
    [set('ruleset.dormancy.status', 'asleep')],
    ['value changes “dormancy status asleep”'],
  ],
  ['another value of a rule', [set('ruleset.votes.order', true)], ['value changes “votes order yes”']],
  [
    'another value that reads like a status',
    [set('ruleset.dormancy.order', 'active')],
    ['value changes “dormancy order active”'],
  ],
  [
    'a value that is of no rule',
    [set('players.dormancy.status', 'active')],
    ['value changes “dormancy: Status active”'],
  ],
  ['a value of a player', [set('players.ana.oil', 3)], ['value changes “Ana: Oil 3”']],
  [
    'a value with hidden letters',
    [set('players.ana.oil', 'a\u200bb')],
    ['value changes “Ana: Oil a⟨U+200B⟩b”', '  ! There are invisible characters here: “"a⟨U+200B⟩b"”.'],
  ],
  [
    'a term',
    [set('game.terms.player', 'Sailor')],
    ['value changes “What this game calls player: Player → Sailor”'],
  ],
  ['a value of the game', [set('game.other.player', 'Sailor')], ['value changes “Other, player Sailor”']],
  ['a value of a thing', [set('things.terms.player', 'Sailor')], ['value changes “terms: Player Sailor”']],
  ['a new rule', [{ verb: 'add-rule', title: 'Tea', text: 'Hot.' }], ['text adds “Tea”', '  [+Hot.+]']],
  [
    'a new rule in a section',
    [{ verb: 'add-rule', title: 'Tea', text: 'Hot.', section: 'dynastic' }],
    ['text adds “Tea”', '  Place: – → Dynastic rules', '  [+Hot.+]'],
  ],
  [
    'a new rule below another, with code',
    [
      {
        verb: 'add-rule',
        title: 'Tea',
        text: 'Hot.',
        section: 'dynastic',
        parent: 'core/votes',
        clause: 'x;',
      },
    ],
    ['text adds “Tea”', '  Place: – → Votes', '  [+Hot.+]', 'clause adds “Tea”', '  [+x;+]'],
  ],
  [
    'a rule that moves',
    [file(inRules('core/dice.md'), DICE, null), file(inRules('dynastic/dice.md'), null, `${DICE}More.`)],
    [
      'text changes dynastic/dice “Dice”',
      '  Place: core/dice.md → dynastic/dice.md',
      '  Dice are fair.[+\nMore.+]',
    ],
  ],
  [
    'a rule that moves and has another name, with the text that it had',
    [
      file(inRules('core/other.md'), null, inFile('Other.', 'title: Other')),
      file(
        inRules('dynastic/bones.md'),
        undefined,
        DICE.replace('Dice\n', 'Bones\n').replace('fair.\n', 'fair.\n\n'),
      ),
      file(inRules('core/dice.md'), DICE, null),
    ],
    [
      'text adds core/other “Other”',
      '  [+Other.+]',
      'text changes dynastic/bones “Bones”',
      '  Place: core/dice.md → dynastic/bones.md',
      '  Title: Dice → Bones',
      '  Dice are fair.',
    ],
  ],
  [
    'two rules of one text that move',
    [
      file(inRules('core/a.md'), 'A.', null),
      file(inRules('core/b.md'), 'A.', null),
      file(inRules('dynastic/c.md'), null, 'A.'),
      file(inRules('dynastic/d.md'), null, 'A.'),
      file(inRules('dynastic/e.md'), null, 'A.'),
    ],
    [
      'text changes dynastic/c “C”',
      '  Place: core/a.md → dynastic/c.md',
      '  A.',
      'text changes dynastic/d “D”',
      '  Place: core/b.md → dynastic/d.md',
      '  A.',
      'text adds dynastic/e “E”',
      '  [+A.+]',
    ],
  ],
  [
    'code that moves',
    [file(inRules('core/dice.ts'), 'a();\n', null), file(inRules('dynastic/dice.ts'), null, 'b();\n')],
    ['clause changes dynastic/dice “Dice”', '  Place: core/dice.ts → dynastic/dice.ts', '  [-a-][+b+]();\n'],
  ],
  [
    'a text that goes while another comes, or stays',
    [
      file(inRules('core/dice.md'), DICE, null),
      file(inRules('core/bones.md'), null, inFile('Bones.', 'title: Bones')),
      file(inRules('special-case/dice.md'), DICE, DICE.replace('fair', 'odd')),
    ],
    [
      'text repeals core/dice “Dice”',
      '  [-Dice are fair.-]',
      'text adds core/bones “Bones”',
      '  [+Bones.+]',
      'text changes special-case/dice “Dice”',
      '  Dice are [-fair-][+odd+].',
    ],
  ],
  [
    'code that goes while a text comes',
    [file(inRules('core/dice.ts'), 'a', null), file(inRules('dynastic/dice.md'), null, 'a')],
    ['clause repeals core/dice “Dice”', '  [-a-]', 'text adds dynastic/dice “Dice”', '  [+a+]'],
  ],
  [
    'files that are no rules, and move',
    [
      file('docs/a.md', 'A.', null),
      file(inRules('core/a.md'), null, 'A.'),
      file(inRules('b.yml'), 'B.', null),
      file(inRules('core/b.yml'), null, 'B.'),
    ],
    [
      'file repeals “docs/a.md”',
      '  [-A.-]',
      'text adds core/a “A”',
      '  [+A.+]',
      'file repeals “content/ruleset/b.yml”',
      '  [-B.-]',
      'file adds “content/ruleset/core/b.yml”',
      '  [+B.+]',
    ],
  ],
  [
    'a rule that goes, of which nobody knows what it was',
    [file(inRules('core/dice.md'), undefined, null), file(inRules('dynastic/dice.md'), null, DICE)],
    ['text repeals core/dice “Dice”', 'text adds dynastic/dice “Dice”', '  [+Dice are fair.+]'],
  ],
  [
    'code that several rules share, and code and texts elsewhere',
    [
      file(inRules('core/helpers/x.ts'), 'a();\n', 'b();\n'),
      file('src/x.ts', 'a();\n', 'b();\n'),
      file('x/votes.md', 'A.\n', 'B.\n'),
    ],
    [
      'file changes “content/ruleset/core/helpers/x.ts”',
      '  [-a-][+b+]();\n',
      'file changes “src/x.ts”',
      '  [-a-][+b+]();\n',
      'file changes “x/votes.md”',
      '  [-A-][+B+].\n',
    ],
  ],
  [
    'blanks of code alone',
    [file(inRules('core/votes.ts'), "f('a b',  1);\ng();\n", "f('a  b', 1);\n\ng();\n")],
    [
      'clause changes core/votes “Votes”',
      '  ! Only its spaces or line breaks differ.',
      "  f('a[-␣-][+␣␣+]b',[-␣␣-][+␣+]1);\n[+\n+]g();\n",
    ],
  ],
  [
    'blanks of code beside words',
    [file(inRules('core/votes.ts'), "f('a b');\n", "f('a\tb');\nh();\n")],
    [
      'clause changes core/votes “Votes”',
      '  ! Spaces or line breaks differ too.',
      "  f('a[-␣-][+⇥+]b');\n[+h();\n+]",
    ],
  ],
  [
    'indents of code',
    [file(inRules('core/votes.ts'), 'if (a)\nb();\n', 'if (a)\n  b();  \n')],
    [
      'clause changes core/votes “Votes”',
      '  ! Only its spaces or line breaks differ.',
      '  if (a)\n[+  +]b();[+  +]\n',
    ],
  ],
  [
    'blanks of a text alone',
    [file(inRules('core/votes.md'), inFile('One two.\n\nThree.'), inFile('One  two.\n\n\nThree.'))],
    [
      'text changes core/votes “Votes”',
      '  ! Only its spaces or line breaks differ.',
      '  One[- -][+  +]two.\n\n[+\n+]Three.',
    ],
  ],
  [
    'blanks of a text beside words',
    [file(inRules('core/votes.md'), inFile('One two.\n\nThree.'), inFile('One two. Three four.'))],
    [
      'text changes core/votes “Votes”',
      '  ! Spaces or line breaks differ too.',
      '  One two.[-\n\n-][+ +]Three[+ four+].',
    ],
  ],
  [
    'values that read alike',
    [
      file(
        inRules('core/votes.md'),
        inFile('A.', 'title: Votes\nwith: []'),
        inFile('A.', 'title: Votes\nwith: ""'),
      ),
    ],
    ['text changes core/votes “Votes”', '  With: [] → ""', '  A.'],
  ],
])('describes %s', (_, changes, said) => {
  expect(told(changes)).toEqual(said);
});

test.each<[string, readonly MatterChange[], readonly string[]]>([
  [
    'an edit',
    [edit('votes', 'Nobody', 'Somebody')],
    ['text changes core/votes “Votes”', '  [-Nobody-][+Somebody+]'],
  ],
  [
    'an edit beside a file',
    [file(inRules('core/votes.md'), VOTES, somebody), edit('votes', 'Somebody', 'Everybody')],
    [
      'text changes core/votes “Votes”',
      '  It takes 36 hours. [-Nobody-][+Somebody+] waits.',
      'text changes core/votes “Votes”',
      '  [-Somebody-][+Everybody+]',
    ],
  ],
  ['a repeal', [{ verb: 'repeal-rule', rule: 'nowhere' }], ['text repeals “nowhere”']],
  [
    'a rule made mutable or immutable',
    [{ verb: 'transmute', rule: '1.4' }],
    [
      'text changes core/votes “Votes”',
      '  ! It becomes mutable if it was immutable, and immutable if it was mutable.',
    ],
  ],
  ['a status', [set('ruleset.dormancy.status', 'active')], ['value changes “dormancy status active”']],
])('if the rules are no longer known, describes %s by its own words', (_, changes, said) => {
  expect(told(changes, { ...names, files: new Map() })).toEqual(said);
});

test('changes are described again if a rule, a name or the terms may alter the description', () => {
  const changes = [
    file(inRules('core/votes.md'), VOTES, somebody),
    set('players.ana.oil', 3),
    set('ruleset.1.4.status', 'active'),
    edit('votes', 'Nobody', 'Somebody'),
    { verb: 'add-rule', title: 'Tea', text: 'Hot.', parent: 'core/dice' } as MatterChange,
    { verb: 'add-rule', title: 'Cake', text: 'Cold.' } as MatterChange,
  ];
  const keyOf = (known: NamesInDiff, some = changes): string => keyOfChanges(some, known);
  const key = keyOf(names);
  const retitled = (rule: string) => ({
    ...names,
    titleOf: (one: string) => (one === rule ? 'New' : names.titleOf(one)),
  });
  const withFile = (path: string) => ({ ...names, files: new Map(FILES).set(path, 'New.') });
  const renamed = new Naming({
    model: { fields: { player: {} }, collections: {} },
    state: { players: { ana: { name: 'Anna' } }, things: {}, posts: {} },
  });
  for (const other of [
    { ...names, naming: renamed },
    { ...names, terms: { ...PLAIN_TERMS, player: 'Sailor' } },
    retitled('core/votes'),
    retitled('core/dice'),
    retitled('votes'),
    withFile('core/votes.md'),
    withFile('core/votes/new.md'),
    { ...names, pathOf: (rule: string) => (rule === '1' ? 'core/votes' : names.pathOf(rule)) },
  ])
    expect(keyOf(other)).not.toBe(key);
  for (const [one, other] of changes.map((change, at) => [[change], changes.slice(at + 1)]))
    expect(keyOf(names, one)).not.toBe(keyOf(names, other));
  for (const same of [
    { ...names },
    withFile('core/dice.md'),
    withFile('dynastic/core/votes'),
    retitled('1.4'),
  ])
    expect(keyOf(same)).toBe(key);
});
