import { clause, cross, DEEDS, DYNASTIC, APPENDIX, type Part } from './brick-parts.ts';

/** A proposal that would end a game, or that looks as if it would, as the files that it changes. */
export interface Brick {
  readonly name: string;
  readonly changes: (files: ReadonlyMap<string, string>) => Readonly<Record<string, string>>;
  /** A part of why it is refused; null where it is let in, and the game has to go on. */
  readonly refused: RegExp | null;
  /** A part of what the matter is told before anybody votes, where it is let in. */
  readonly told?: RegExp;
}

const ENDS = /no rule could ever be changed again|nothing could ever pass again/u;
const denies = DEEDS.denies;

/** What a hook or an event does whatever happens, or but for what a rehearsal of fixed words would have done. */
const ALWAYS: readonly Part[] = [
  ...cross(
    ['may-post', 'may-vote', 'may-enact', 'may-change', 'resolution-order'],
    ['true', "g.now >= '2024-01-01'", "g.dynasty.emperor?.id !== 'nobody'"],
    ['denies', 'throws'],
  ),
  ...cross(['enacted', 'posted', 'voted'], ['true'], ['throws', 'denies']),
  ...cross(
    ['may-enact'],
    ['matter.changes.length > 0', "matter.title !== 'A longer night'"],
    ['throws', 'loops'],
  ),
  ...cross(['may-enact', 'tally'], ['Number(g.now.slice(5, 7)) > 6', "g.now >= '2024-08-01'"], ['throws']),
];

function twoOfThem(refused: string): string {
  return `{ hooks: {
    'may-vote'({ voter, refuse }, next) { if (g.now >= '2024-07-01' && ${refused}) refuse('the gulls count no more'); return next(); },
    'may-enact'({ matter, refuse }, next) { if (matter.uses.length < 2) refuse('the gulls want more votes'); return next(); },
  } }`;
}

/** Each of them passed once, or could have. */
export const BRICKS: readonly Brick[] = [
  {
    name: 'every player is set to left, and nobody is an Admin',
    changes: (files) =>
      playersWith(files, (text) =>
        text.replace(/^state: .*$/mu, 'state: left').replace(/^admin: true$/mu, 'admin: false'),
      ),
    refused: ENDS,
  },
  {
    name: 'a dynastic clause refuses every change',
    changes: clause(denies('may-change', 'true')),
    refused: /no rule could ever be changed again: the gulls do not like it/u,
  },
  {
    name: 'a rule denies from August on',
    changes: clause(denies('may-enact', "g.now >= '2024-08-01'"), APPENDIX),
    refused: /from 2024-0[89]-\d\d on: the gulls do not like it/u,
  },
  // These show that somebody really votes in each month, and each month somebody else.
  {
    name: 'two have to vote, and from July on Bo alone may',
    changes: clause(twoOfThem("voter.id !== 'bo'"), APPENDIX),
    refused: ENDS,
  },
  {
    name: 'two have to vote, and from July on one person alone may, each month another',
    changes: clause(
      twoOfThem("voter.id !== ['ana', 'bo', 'cy', 'dee', 'eli'][Number(g.now.slice(5, 7)) % 5]"),
      APPENDIX,
    ),
    refused: ENDS,
  },
  {
    name: 'nobody may change the votes any more',
    changes: clause(denies('may-change', "change.section === 'core'")),
    refused: null,
    told: /nobody could reword the rule core\//u,
  },
  {
    name: 'only matters of one title come into force',
    changes: clause(denies('may-enact', "matter.title !== 'A longer night'"), APPENDIX),
    refused: null,
    told: /nobody could change a rule except by a matter that says “A longer night”/u,
  },
  {
    name: 'a rule rolls dice when something is enacted',
    changes: clause(`{ on: { enacted({ dice }) { dice(6); } } }`),
    refused: null,
  },
  {
    name: 'a rule rests in one month of the year',
    changes: clause(denies('may-enact', "g.now.slice(5, 7) === '07'"), APPENDIX),
    refused: null,
  },
  {
    name: 'a dynastic clause refuses every change of a rule, and lets values be set',
    changes: clause(denies('may-change', "change.verb !== 'set'")),
    refused: /the gulls do not like it/u,
  },
  {
    name: 'a clause of the appendix refuses matters that have changes',
    changes: clause(denies('may-enact', 'matter.changes.length > 0'), APPENDIX),
    refused: /no rule could ever be changed again: the gulls do not like it.*appendix\/gulls/u,
  },
  {
    name: 'nobody may post anything that is voted on',
    changes: clause(denies('may-post', "['proposal', 'cfj', 'dov'].includes(kind)")),
    refused: /the gulls do not like it/u,
  },
  {
    name: 'a clause asks for the clock, which clauses do not have',
    changes: clause(denies('may-enact', 'new Date(g.now).getUTCDay() === 0'), APPENDIX),
    refused: /nothing could ever pass again: .*'Date' is not defined.*gulls\.ts:3/u,
  },
  {
    name: 'nothing is due any more',
    changes: clause(`{ hooks: { 'resolution-order': () => [] } }`),
    refused: ENDS,
  },
  {
    name: 'no comment holds a vote any more',
    changes: clause(
      `{ hooks: { 'votes-in': () => [], 'may-vote'({ refuse }) { refuse('the gulls count no votes'); } } }`,
    ),
    refused: ENDS,
  },
  ...ALWAYS.map((part): Brick => ({ name: part.name, changes: clause(part.body, APPENDIX), refused: ENDS })),
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
export function otherIcon(files: ReadonlyMap<string, string>): Record<string, string> {
  return { [ICONS]: (files.get(ICONS) ?? '').replace('| :for: | approve |', '| :aye: | endorse |') };
}

function playersWith(
  files: ReadonlyMap<string, string>,
  edit: (text: string) => string,
): Record<string, string> {
  const players = [...files].filter(([path]) => path.startsWith('content/gamestate/players/'));
  return Object.fromEntries(players.map(([path, text]) => [path, edit(text)]));
}
