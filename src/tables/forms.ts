import type { Terms } from '../kernel/manifest.ts';
import { nearest, slug } from '../kernel/names.ts';
import { cellWords, type Cell, type MechanicText, CellError, inCell } from './cell.ts';
import { compileMove } from './moves.ts';
import type { Cells, RowCode, RowContext } from './row-code.ts';
import { namesOfVariables, compileVariable } from './variables.ts';
import type { Name } from './vocabulary.ts';
import { compileWhen } from './whens.ts';
import { compileWorth, namesOfWorths } from './worths.ts';
import { mayBeFraction, readFormula, type Code } from './formula.ts';
import { kindCalled } from './provided.ts';
import type { RowScene, Has } from './scene.ts';

/** A kind of table that is a mechanic. */
export interface Form {
  readonly is: string;
  /** The first heading. Its first group says whose variables they are, or who may act. */
  readonly lead: RegExp;
  /** Ways to write the first heading. */
  readonly leads: readonly string[];
  readonly needs: readonly string[];
  readonly may?: readonly string[];
  readonly names?: (table: MechanicText, whose: string) => readonly Name[];
  readonly compile: (cells: Cells, first: Cell, context: RowContext) => RowCode;
}

/** All kinds of tables that are mechanics. To add one, add an entry here, and its effect in `src/rules/rows/row.ts`. */
export const FORMS: readonly Form[] = [
  {
    is: 'variables',
    lead: /^(?:each|every) (player|proposal) has$|^the (game) has$/u,
    leads: ['Each player has', 'The game has', 'Each proposal has'],
    needs: ['starts at'],
    may: ['at least', 'at most', 'can be', 'kept by'],
    names: namesOfVariables,
    compile: compileVariable,
  },
  {
    is: 'worths',
    lead: /^(?:each|every) (player)'s$|^the (game)'s$/u,
    leads: ['Each player’s', 'The game’s'],
    needs: ['is'],
    names: namesOfWorths,
    compile: compileWorth,
  },
  {
    is: 'moves',
    lead: /^(?:an? |the |each |every |any )?(player|emperor|admin|anybody)s? may$/u,
    leads: ['A player may', 'The emperor may', 'An admin may', 'Anybody may'],
    needs: ['to get'],
    may: ['choosing', 'paying', 'how often', 'only if'],
    compile: compileMove,
  },
  {
    is: 'events',
    lead: /^(when)$/u,
    leads: ['When'],
    needs: ['who', 'gets'],
    may: ['if', 'limit', 'times', 'instead of', 'order'],
    compile: compileWhen,
  },
  {
    is: 'prohibitions',
    lead: /^(nobody) may$/u,
    leads: ['Nobody may'],
    needs: ['if'],
    compile: compileForbidden,
  },
  {
    is: 'votes needed',
    lead: /^a (proposal) needs$/u,
    leads: ['A proposal needs'],
    needs: ['if'],
    compile: compileNeed,
  },
];

export interface Recognised {
  readonly form: Form;
  readonly whose: string;
  /** The form's own headings. */
  readonly columns: readonly string[];
}

/** Recognises a mechanic by its header. Null if it isn't one. */
export function recognise(header: readonly string[], terms: Terms): Recognised | null {
  const columns = header.map((heading) => inPlainTerms(heading, terms));
  for (const form of FORMS) {
    const found = form.lead.exec(columns[0] ?? '');
    if (found === null) continue;
    const rest = columns.slice(1);
    const isWhole = form.needs.every((one) => rest.includes(one));
    const isKnown = rest.every(
      (one, at) => [...form.needs, ...(form.may ?? [])].includes(one) && rest.indexOf(one) === at,
    );
    if (isWhole && isKnown)
      return { form, whose: found.slice(1).find((group) => group !== undefined) ?? '', columns };
  }
  return null;
}

/** Correct headings, if this header is nearly right, or null. */
export function nearlyA(header: readonly string[], terms: Terms): string | null {
  if (header.length < 2 || recognise(header, terms) !== null) return null;
  const [first = '', ...rest] = header.map((heading) => inPlainTerms(heading, terms));
  for (const form of FORMS) {
    const known = [...form.needs, ...(form.may ?? [])];
    // “The Monarch may | to get”
    const isWhole = form.needs.every((one) => rest.includes(one)) && rest.every((one) => known.includes(one));
    if (isWhole && form.needs.some((one) => one !== 'is' && one !== 'if'))
      return [form.leads[0], ...rest].join(' | ');
    const lead = form.lead.test(first)
      ? null
      : nearest(
          first,
          form.leads.map((one) => one.toLowerCase()),
        );
    if (lead !== null && (first.length < 4 || Math.abs(lead.length - first.length) > 3)) continue;
    if (lead === null && !form.lead.test(first)) continue;
    const meant = rest.map((one) => (known.includes(one) ? one : nearest(one, known)));
    const hits = meant.filter((one) => one !== null).length;
    if (hits === 0 && lead === null && form.is !== 'moves' && form.is !== 'variables') continue;
    if (hits === 0 && lead !== null) continue;
    const missing = form.needs.filter((one) => !meant.includes(one));
    const headings = [...meant.filter((one) => one !== null), ...missing];
    const title = form.leads.find((one) => one.toLowerCase() === (lead ?? first)) ?? header[0] ?? '';
    return [title, ...headings].join(' | ');
  }
  return null;
}

/** `Each Sailor has` → `each player has` */
export function inPlainTerms(text: string, { player, players, emperor, emperors }: Terms): string {
  let plain = cellWords(text).toLowerCase();
  for (const [term, word] of [
    [players, 'players'],
    [player, 'player'],
    [emperors, 'emperors'],
    [emperor, 'emperor'],
  ] as const)
    if (term !== undefined && term.toLowerCase() !== word)
      plain = plain.replaceAll(
        new RegExp(`\\b${term.toLowerCase().replace(/[.*+?^$|()[\]\\{}]/gu, '\\$&')}\\b`, 'gu'),
        word,
      );
  return plain;
}

/** An empty condition always holds. */
function conditionIn(cell: Cell | undefined, scene: RowScene): Code {
  return inCell(cell, () => readFormula(cell?.text ?? 'always', scene, 'yes or no'));
}

/** `| every vote | it is Objected to |` */
function compileNeed({ if: when }: Cells, first: Cell, { words, provided }: RowContext): RowCode {
  if (provided.missing.has('votes-required'))
    throw new CellError(
      'These rules never ask for a number of votes, so this row would never count.',
      'a change of the rule that says when a proposal passes',
      '',
    );
  const scene: RowScene = { words, has: new Set(['proposal']), chosen: {} };
  const text = cellWords(first.text)
    .replace(/^at least /iu, '')
    .replace(/(?<! of| of the) votes?(?: for)?(?=$|,? rounded|,? to the)/iu, '');
  const votes = /^(?:every vote|all votes|everybody's vote)$/iu.test(cellWords(first.text))
    ? 'e.g.players.size'
    : readFormula(text, scene, 'number').js;
  const holds = conditionIn(when, scene).js;
  return {
    rows: [`{ row: "needs", votes: (e) => ${votes}, holds: (e) => ${holds} }`],
    notes: ['rounded up'].filter(() => mayBeFraction(votes)),
  };
}

const ACTS: readonly { readonly says: RegExp; readonly hook: string; readonly has: readonly Has[] }[] = [
  { says: /^vote (?:on|for|against) an? (.+)$/u, hook: 'may-vote', has: ['person', 'proposal'] },
  { says: /^(?:revise|alter|edit) an? (.+)$/u, hook: 'may-alter', has: ['person', 'proposal'] },
  { says: /^(?:make|post|propose) an? (.+)$/u, hook: 'may-post', has: ['person'] },
  { says: /^add an? (mutable rule|rule)$/u, hook: 'may-change', has: ['proposal'] },
];

/** `| vote on a proposal | they are Banished |` */
function compileForbidden({ if: when }: Cells, first: Cell, { words, moves, provided }: RowContext): RowCode {
  const text = cellWords(first.text).toLowerCase();
  const act = ACTS.find(({ says }) => says.test(text));
  const move = moves.get(text)?.id;
  if (act === undefined && move === undefined)
    throw new CellError(
      `“${first.text}” is not something that a rule can forbid.`,
      'vote on a proposal; revise a proposal; make a proposal; a move of a table',
      'vote on a proposal',
    );
  const kind = act?.says.exec(text)?.[1] ?? '';
  const what = move ?? (act?.hook === 'may-change' ? slug(kind) : kindCalled(kind, provided));
  const has = new Set(act?.has ?? (['person'] as const));
  const { js } = conditionIn(when, { words, has, chosen: {} });
  const vote = /^vote (for|against) /u.exec(text)?.[1]?.toUpperCase();
  const why = JSON.stringify(
    `nobody may ${text} if ${cellWords(when?.text ?? 'always')}`.replace(' if always', ''),
  );
  return {
    rows: [
      `{ row: "forbids", hook: "${act?.hook ?? 'may-take'}", what: "${what}", why: ${why}, holds: (e) => ${vote === undefined ? '' : `e.g.vote === "${vote}" && `}${js} }`,
    ],
    notes: [],
  };
}
