/**
 * The nesting of rules in an ordinary ruleset, which plain text has lost. Titles are in lower case. A heading is a sub-rule only if its
 * parent is the last rule before it that isn't one.
 */
interface Branch {
  readonly parent: string;
  readonly children: readonly string[];
  /** Only if the parent has no text of its own. */
  readonly whenEmpty?: true;
}

const OUTLINE: readonly Branch[] = [
  { parent: 'votable matters', children: ['votes', 'enacting and failing', 'tags'] },
  { parent: 'proposals', children: ['special proposal voting', 'resolution of proposals'] },
  { parent: 'dynasties', children: ['metadynasties'] },
  { parent: 'keywords', children: ['imperatives', 'time', 'other'] },
  {
    parent: 'gamestate tracking',
    children: ['official posts', 'representations of the gamestate', 'orphan variables', 'random generators'],
    whenEmpty: true,
  },
  {
    parent: 'clarifications',
    children: ['numbers and variables', 'rules and proposals', 'time', 'spelling', 'names', 'prioritisation'],
  },
  {
    parent: 'mentors',
    children: [
      'things that a mentor must do',
      'things that a mentor should do',
      'things that a mentor should not do',
    ],
  },
  { parent: 'glossary', children: ['typographic conventions', 'timespans', 'keywords', 'dice', 'ieee'] },
];

export interface HeadingInContext {
  readonly title: string;
  /** The first words below the heading. */
  readonly opening: string;
  /** The last rule before it that isn't a sub-rule. */
  readonly top: { readonly title: string; readonly isEmpty: boolean } | null;
}

export type Nesting = 'child' | 'top' | 'unknown';

/** Decides whether a heading is a sub-rule, as far as titles and texts tell. */
export function nestHeading({ title, opening, top }: HeadingInContext): Nesting {
  if (!top) return 'top';
  const [own, parent] = [title.toLowerCase(), top.title.toLowerCase()];
  // `Idle Players` is part of `Players`, and `Art Submissions` of `Submissions`.
  if (own.endsWith(` ${parent}`)) return 'child';
  const branch = OUTLINE.find((one) => one.parent === parent);
  if (branch)
    return branch.children.includes(own) && (branch.whenEmpty !== true || top.isEmpty) ? 'child' : 'top';
  if (/\bthis sub-?rule\b/i.test(opening)) return 'child';
  return 'unknown';
}
