import { slug } from '../kernel/names.ts';
import { CellError, type MechanicText } from './cell.ts';

/** Things besides names that a game's rules provide for rows. */
export interface Provided {
  /** The optional events that no rule sends, and the optional questions that none asks. Rows for these would never count. */
  readonly missing: ReadonlySet<string>;
  /** The events that clauses tell, and the words that each comes with: `clan-lord-made`, `{ person: Person }`. */
  readonly eventNames: ReadonlyMap<string, string>;
  /** The ids of the kinds of posts, by id and by title: `declaration-of-victory` is `dov`. Empty if no clause says what kinds there are. */
  readonly kinds: ReadonlyMap<string, string>;
  /** The rules whose rewards a row can replace: their titles, by title or number in lower case. */
  readonly replaceable: ReadonlyMap<string, string>;
}

const TURNS = /\btakeTurns\(/u;
const DICE = /(?<![\p{L}\p{N}])\d*d\d+/u;

/** How to recognise events and questions that only some games have, in clauses (besides their names) and in cells. */
const SIGNS: Readonly<Record<string, { readonly clause?: RegExp; readonly cell?: RegExp }>> = {
  'turn-begins': { clause: TURNS },
  'turn-ended': { clause: TURNS },
  joined: {},
  'round-ends': { clause: TURNS },
  rolled: { cell: DICE },
  won: { cell: /(?:^|;)\s*wins?\s*(?:$|;)/iu },
  'votes-required': {},
};

/** Matches a clause that lets rows replace its rewards. */
const STANDS_ASIDE = /\bisReplaced\(/u;
const TELLS = /interface Tells \{\n([\s\S]*?)\n\}/u;
const EVENT_TABLE = /^\|\s*when\s*\|/imu;

export function providedBy(
  files: ReadonlyMap<string, string>,
  tables: readonly MechanicText[],
  put: (text: string) => string = (text) => text,
): Provided {
  const clauses = [...files].flatMap(([path, text]) => (path.endsWith('.ts') ? [text] : []));
  const cells = tables.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  const has = (id: string): boolean => {
    const { clause, cell } = SIGNS[id] ?? {};
    const named = new RegExp(`['"\`]${id}['"\`](?!\\s*[:(])`, 'u');
    return (
      clauses.some((text) => named.test(text) || clause?.test(text) === true) ||
      (cell !== undefined && cells.some((text) => cell.test(text)))
    );
  };
  const replaceable = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.endsWith('.md')) continue;
    const clause = files.get(path.replace(/\.md$/u, '.ts')) ?? '';
    if (!EVENT_TABLE.test(text) && !STANDS_ASIDE.test(clause)) continue;
    const title = put(keyIn(text, 'title') ?? '');
    const number = keyIn(text, 'number');
    for (const name of [title, ...(number === null ? [] : [number, `${number} ${title}`, `rule ${number}`])])
      replaceable.set(name.toLowerCase(), title);
  }
  const eventNames = new Map(
    clauses.flatMap((text) =>
      [...(TELLS.exec(text)?.[1] ?? '').matchAll(/^ *'?([\w-]+)'?: \{([^}]*)\}/gmu)].map(
        ([, id = '', words = '']) => [id, words] as const,
      ),
    ),
  );
  return {
    eventNames,
    kinds: kindsIn(clauses),
    missing: new Set(Object.keys(SIGNS).filter((id) => !has(id))),
    replaceable,
  };
}

const KIND = /(?:'([\w-]+)'|\[(\w+)\]|\b(\w+)): \{\s*title: '([^']+)'/gu;

function kindsIn(clauses: readonly string[]): ReadonlyMap<string, string> {
  const constant = (name: string): string =>
    clauses
      .map((text) => new RegExp(`\\b${name} = '([\\w-]+)'`, 'u').exec(text)?.[1])
      .find((id) => id !== undefined) ?? name;
  return new Map(
    clauses
      .filter((text) => /\bposts: \{/u.test(text))
      .flatMap((text) => [...text.matchAll(KIND)])
      .flatMap(([, quoted, named, plain = '', title = '']) => {
        const id = quoted ?? (named === undefined ? plain : constant(named));
        return [
          [id, id],
          [slug(title), id],
        ] as const;
      }),
  );
}

/** The id of a kind of post, as a cell calls it. */
export function kindCalled(words: string, { kinds }: Provided): string {
  const id = kinds.get(slug(words)) ?? (kinds.size === 0 ? slug(words) : null);
  if (id !== null) return id;
  throw new CellError(
    `No kind of post is called “${words}”.`,
    [...new Set(kinds.values())].join(', '),
    'a proposal is adopted',
  );
}

function keyIn(text: string, key: string): string | null {
  const [, value = null] = new RegExp(`^${key}: *['"]?(.+?)['"]?$`, 'mu').exec(text) ?? [];
  return value;
}
