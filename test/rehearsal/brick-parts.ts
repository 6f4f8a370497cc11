export const DYNASTIC = 'content/ruleset/dynastic/gulls';
export const APPENDIX = 'content/ruleset/appendix/gulls';

/** A new rule with a clause, as the files of a proposal. */
export function clause(
  body: string,
  path = DYNASTIC,
  text = 'Gulls watch over the harbour.',
): () => Record<string, string> {
  return () => ({
    [`${path}.md`]: `---\ntitle: Gulls\norder: 95\n---\n${text}\n`,
    [`${path}.ts`]: `import { rule } from 'gitnomic/rules';\n\nexport default rule((g) => (${body}));\n`,
  });
}

/** The day of the week, from 0 for Monday. */
export const WEEKDAY =
  '[0, 1, 2, 3, 4, 5, 6].findIndex((day) => dayOf(g.now) === dayOf(hoursAfter(`${weekOf(g.now)}T00:00:00Z`, day * 24)))';

/** What a clause may be asked or told, and what it is handed then. */
export const PLACES: Readonly<Record<string, { readonly kind: 'hooks' | 'on'; readonly words: string }>> = {
  'may-post': { kind: 'hooks', words: 'author, kind, title, text' },
  'may-vote': { kind: 'hooks', words: 'matter, voter' },
  'may-enact': { kind: 'hooks', words: 'matter' },
  'may-fail': { kind: 'hooks', words: 'matter' },
  'may-change': { kind: 'hooks', words: 'matter, change' },
  'may-comment': { kind: 'hooks', words: 'post' },
  'resolution-order': { kind: 'hooks', words: '' },
  tally: { kind: 'hooks', words: 'matter' },
  enacted: { kind: 'on', words: 'matter' },
  posted: { kind: 'on', words: 'post' },
  commented: { kind: 'on', words: 'post' },
  voted: { kind: 'on', words: 'matter' },
};

/** By title, text, author, number of changes, time and state. */
export const CONDITIONS: readonly string[] = [
  'true',
  "g.now >= '2024-01-01'",
  "g.now >= '2024-06-01'",
  'Number(g.now.slice(5, 7)) % 2 === 0',
  'Number(g.now.slice(11, 13)) < 12',
  "g.dynasty.emperor?.id === 'cy'",
  'g.players.size > 3',
];
export const OF_MATTERS: readonly string[] = [
  'matter.changes.length > 0',
  'matter.changes.length !== 1',
  "matter.title !== 'A longer night'",
  'matter.title.length > 3',
  'matter.text.length > 0',
  "matter.author?.id !== 'bo'",
  "matter.author?.id === 'bo'",
];

type Deed = (place: string, condition: string) => string;

function at(place: string, deed: string): string {
  const { kind, words } = PLACES[place] ?? { kind: 'hooks', words: '' };
  const given = ['refuse', ...(words === '' ? [] : [words])].join(', ');
  const rest = kind === 'hooks' ? ' return next();' : '';
  return `{ ${kind}: { '${place}'({ ${given} }${kind === 'hooks' ? ', next' : ''}) { ${deed}${rest} } } }`;
}

export const DEEDS = {
  denies: (place, condition) => at(place, `if (${condition}) refuse('the gulls do not like it');`),
  throws: (place, condition) => at(place, `if (${condition}) throw new Error('a gull takes it');`),
  loops: (place, condition) => at(place, `while (${condition}) {}`),
} satisfies Record<string, Deed>;

export interface Part {
  readonly name: string;
  readonly body: string;
}

/** Each deed at each place under each condition. */
export function cross(
  places: readonly string[],
  conditions: readonly string[],
  deeds: readonly (keyof typeof DEEDS)[],
): Part[] {
  return places.flatMap((place) =>
    conditions.flatMap((condition) =>
      deeds.map((deed) => ({
        name: `${deed} at ${place} where ${condition}`,
        body: DEEDS[deed](place, condition),
      })),
    ),
  );
}

/** One clause that the seed makes of the parts. */
export function partOf(seed: number): Part {
  let left = seed;
  const pick = <T>(of: readonly T[]): T => {
    const one = of[left % of.length] as T;
    left = Math.floor(left / of.length);
    return one;
  };
  const place = pick(Object.keys(PLACES));
  const deed = pick(['denies', 'throws'] as const);
  const ofMatter = (PLACES[place]?.words ?? '').startsWith('matter');
  const condition = pick(ofMatter ? [...OF_MATTERS, ...CONDITIONS] : CONDITIONS);
  return { name: `${deed} at ${place} where ${condition}`, body: DEEDS[deed](place, condition) };
}
