/** A proposal that would end a game, or that looks as if it would, as the files that it changes. */
export interface Brick {
  readonly name: string;
  readonly changes: (files: ReadonlyMap<string, string>) => Readonly<Record<string, string>>;
  /** A part of why it is refused; null where it is let in, and the game has to go on. */
  readonly refused: RegExp | null;
  /** A part of what the matter is told before anybody votes, where it is let in. */
  readonly told?: RegExp;
  /** When it is proposed. */
  readonly at?: string;
}

const DYNASTIC = 'content/ruleset/dynastic/gulls';
const APPENDIX = 'content/ruleset/appendix/gulls';

function clause(body: string, path = DYNASTIC, text = 'Gulls watch over the harbour.'): Brick['changes'] {
  return () => ({
    [`${path}.md`]: `---\ntitle: Gulls\norder: 95\n---\n${text}\n`,
    [`${path}.ts`]: `import { rule } from 'gitnomic/rules';\n\nexport default rule((g) => (${body}));\n`,
  });
}

const denies = (hook: string, condition: string, words = 'matter'): string => `{
  hooks: {
    '${hook}'({ ${words}, refuse }, next) {
      if (${condition}) refuse('the gulls do not like it');
      return next();
    },
  },
}`;

/** Each of them passed once, or could have. */
export const BRICKS: readonly Brick[] = [
  {
    name: 'every player is set to left, and nobody is an Admin',
    changes: (files) =>
      playersWith(files, (text) =>
        text.replace(/^state: .*$/mu, 'state: left').replace(/^admin: true$/mu, 'admin: false'),
      ),
    refused: /no rule could be changed any more/u,
  },
  {
    name: 'a dynastic clause refuses every change',
    changes: clause(denies('may-change', 'true')),
    refused: /the gulls do not like it/u,
  },
  {
    name: 'a dynastic clause refuses every change of a rule, and lets values be set',
    changes: clause(denies('may-change', "change.verb !== 'set'", 'change')),
    refused: /the gulls do not like it/u,
  },
  {
    name: 'a clause of the appendix refuses matters that have changes',
    changes: clause(denies('may-enact', 'matter.changes.length > 0'), APPENDIX),
    refused: /the gulls do not like it.*appendix\/gulls/u,
  },
  {
    name: 'a clause knows one title, and throws at any other',
    changes: clause(
      `{
  hooks: {
    'may-enact'({ matter }, next) {
      if (matter.title !== 'A longer night') throw new Error('a gull takes it');
      return next();
    },
  },
}`,
      APPENDIX,
    ),
    refused: /a gull takes it/u,
  },
  {
    name: 'a clause lets matters without changes pass, and loops at any other',
    changes: clause(
      `{
  hooks: {
    'may-enact'({ matter }, next) {
      while (matter.changes.length > 0) {}
      return next();
    },
  },
}`,
      APPENDIX,
    ),
    refused: /too many steps|ran for too long|steps/u,
  },
  {
    name: 'a clause takes a bare icon in a comment and no other vote',
    changes: clause(`{
  hooks: {
    'may-vote'({ refuse }, next) {
      refuse('the gulls count no votes');
    },
  },
}`),
    refused: /no rule could be changed any more/u,
  },
  {
    name: 'nobody may post anything that is voted on',
    changes: clause(denies('may-post', "['proposal', 'cfj', 'dov'].includes(kind)", 'kind')),
    refused: /the gulls do not like it/u,
  },
  {
    name: 'nothing is due any more',
    changes: clause(`{ hooks: { 'resolution-order': () => [] } }`),
    refused: /no rule puts it in line/u,
  },
  {
    name: 'a rule throws when something is enacted',
    changes: clause(`{ on: { enacted() { throw new Error('a gull takes it'); } } }`),
    refused: /a gull takes it/u,
  },
  {
    name: 'a rule denies from August on',
    changes: clause(denies('may-enact', "g.now >= '2024-08-01'"), APPENDIX),
    refused: /from 2024-0[89]-01 on: the gulls do not like it/u,
  },
  {
    name: 'a rule denies in the second half of every year',
    changes: clause(denies('may-enact', 'Number(g.now.slice(5, 7)) > 6'), APPENDIX),
    refused: /the gulls do not like it/u,
  },
  {
    name: 'a rule rolls dice when something is enacted',
    changes: clause(`{ on: { enacted({ dice }) { dice(6); } } }`),
    refused: null,
  },
  {
    name: 'nobody may change the votes any more',
    changes: clause(denies('may-change', "change.section === 'core'", 'change')),
    refused: null,
    told: /nobody could write content\/ruleset\/core/u,
  },
  {
    name: 'a rule rests in one month of the year',
    changes: clause(denies('may-enact', "g.now.slice(5, 7) === '07'"), APPENDIX),
    refused: null,
  },
];

/** Words alone, in a game whose rules have a clause that reads them. */
export const READS_A_VALUE = clause(
  denies('may-vote', "g.value('gulls') > 99"),
  DYNASTIC,
  'While more than 99 of the [7](#value:gulls) gulls are there nobody votes.',
);
export const MANY_GULLS = {
  [`${DYNASTIC}.md`]:
    '---\ntitle: Gulls\norder: 95\n---\nWhile more than 99 of the [999999](#value:gulls) gulls are there nobody votes.\n',
};

const ICONS = 'content/ruleset/appendix/keywords/other.md';

/** The icon of those in favour is called otherwise, and a review that approves counts for nothing. */
export const OTHER_ICON: Record<'alone' | 'declared', Brick['changes']> = {
  alone: (files) => ({
    [ICONS]: (files.get(ICONS) ?? '').replace('| :for: | approve |', '| :aye: | endorse |'),
  }),
  declared: (files) => ({
    ...OTHER_ICON.alone(files),
    [`${APPENDIX}.md`]: '---\ntitle: Gulls\norder: 95\n---\nThose in favour say aye.\n',
    [`${APPENDIX}.ts`]: `import { data, derive, rule } from 'gitnomic/rules';

export default rule(() => ({
  views: {
    rehearsal: derive({ of: 'game', returns: data(), value: () => [{ kind: 'proposal', say: 'Gladly :aye:' }] }),
  },
}));
`,
  }),
};

function playersWith(
  files: ReadonlyMap<string, string>,
  edit: (text: string) => string,
): Record<string, string> {
  const players = [...files].filter(([path]) => path.startsWith('content/gamestate/players/'));
  return Object.fromEntries(players.map(([path, text]) => [path, edit(text)]));
}
