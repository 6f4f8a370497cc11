import { stringify } from 'yaml';
import type { PostData } from '../../../kernel/state.ts';
import { PREAMBLE } from '../ruleset/layout.ts';
import { wikiToMarkdown } from '../ruleset/wiki-markup.ts';
import type { DynastyMatter } from '../../../ruleset/schema/dynasty.ts';
import { NOTHING_SHOWN, showedPath, writeShowed } from '../../../session/ask/shown-at-end.ts';
import { HISTORY, writeRevisions, writeSnapshot } from '../../../store/dynasties/frozen.ts';
import { dynastyFolder, fileNamesOf, GAME_FILE, GAMESTATE, POSTS, RULESET } from '../../../store/paths.ts';
import { writePosts } from '../../../store/post-files.ts';
import type { DatedDynasty } from './date-dynasties.ts';
import { isReworded, type PagesPast } from './pages-past.ts';
import type { PastMatter, Unclear } from './past.ts';
import { personId } from '../../../session/position/person-id.ts';

/** Gives ids to people by their names in exports. Names that differ only in case and accents mean the same person. */
class PeoplePast {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** Other names get different ids, even if both would be written alike, as `a/b` and `a-b`. */
  idOf(name: string): string {
    const plain = name
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .trim()
      .toLowerCase();
    const known = this.#ids.get(plain);
    if (known !== undefined) return known;
    const base = personId(name) || 'somebody';
    let id = base;
    for (let count = 2; this.#names.has(id); count++) id = `${base}-${count}`;
    this.#ids.set(plain, id);
    this.#names.set(id, name.trim() || 'Somebody');
    return id;
  }

  /** `Sgt. Zed`, as it was written first. */
  nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }

  get count(): number {
    return this.#names.size;
  }
}

export interface WrittenPast {
  readonly files: ReadonlyMap<string, string>;
  readonly people: number;
  readonly matters: number;
  readonly revisions: number;
}

export interface PastGame {
  readonly name: string;
  readonly terms: DynastyMatter['terms'];
  /** The imported files, and the time. */
  readonly imported: NonNullable<DynastyMatter['imported']>;
}

/** Writes imported dynasties as if they had been frozen here; each is marked as imported. */
export function writePast(
  dynasties: readonly DatedDynasty[],
  pages: PagesPast,
  game: PastGame,
  unclear: Unclear[],
): WrittenPast {
  const people = new PeoplePast();
  const files = new Map<string, string>();
  const ids = new Set<string>();
  const shown = writeShowed(NOTHING_SHOWN);
  const pageSlices = slicesOf(pages, dynasties);
  let [ruleset, order, matters, revisions]: [ReadonlyMap<string, string>, number, number, number] = [
    new Map(),
    0,
    0,
    0,
  ];
  for (const [at, dynasty] of dynasties.entries()) {
    const folder = dynastyFolder(dynasty.number);
    const gameFile = stringify({ name: game.name, terms: game.terms }, { lineWidth: 0 });
    const posts: PostData[] = [
      ...dynasty.matters.map((matter) => postOf(matter, { people, ids, unclear, order: order++, dynasty })),
      ...(pageSlices[at]?.pages ?? []).map((page) => ({
        ...BARE,
        id: freeId(`${page.page}-${dynasty.number}`, ids),
        kind: 'gamestate',
        title: page.page,
        author: people.idOf(page.by),
        text: wikiToMarkdown(page.text),
        at: page.at,
        n: order++,
      })),
    ];
    matters += dynasty.matters.length;
    for (const [path, text] of writePosts(posts, new Map(), new Map()))
      files.set(`${folder}posts/${path.slice(POSTS.length)}`, text);
    files.set(`${folder}first.json`, snapshotOf(gameFile, ruleset, new Map()));
    const changed = pageSlices[at]?.rules ?? [];
    ruleset = changed.reduce((rules, { path, after }) => {
      if (after === null) rules.delete(path);
      else rules.set(path, after);
      return rules;
    }, new Map(ruleset));
    const reworded = changed.filter(isReworded).map((one) => ({ ...one, by: people.idOf(one.by) }));
    revisions += reworded.length;
    if (reworded.length > 0) files.set(`${folder}${HISTORY}`, writeRevisions(reworded));
    files.set(`${folder}last.json`, snapshotOf(gameFile, ruleset, gamestateOf(dynasty, posts, people)));
    files.set(showedPath(dynasty.number), shown);
    files.set(
      `${folder}dynasty.yml`,
      stringify(aboutOf(dynasties, at, game, people, posts.length), { lineWidth: 0 }),
    );
  }
  return { files, people: people.count, matters, revisions };
}

function snapshotOf(
  gameFile: string,
  ruleset: ReadonlyMap<string, string>,
  gamestate: ReadonlyMap<string, string>,
): string {
  const rules = [...ruleset].map(([path, text]) => [`${RULESET}${path}`, text] as const);
  return writeSnapshot(new Map([[GAME_FILE, gameFile], ...rules, ...gamestate]), () => true);
}

function aboutOf(
  dynasties: readonly DatedDynasty[],
  at: number,
  { terms, imported }: PastGame,
  people: PeoplePast,
  posts: number,
): DynastyMatter | null {
  const [own, next] = [dynasties[at], dynasties[at + 1]];
  if (own === undefined) return null;
  const { number, name, emperor, theme, began, ended } = own;
  const successor = next?.emperor ?? null;
  return {
    number,
    name: name.replaceAll(/\s+/gu, ' ').slice(0, LONGEST_NAME).toWellFormed().trim(),
    emperor: emperor === null ? null : people.idOf(emperor),
    ...(theme === '' ? {} : { theme }),
    began,
    ended,
    successor: successor === null ? null : people.idOf(successor),
    terms,
    imported,
    posts,
  };
}

/** The limit in the dynasty schema. */
const LONGEST_NAME = 100;

/** The dynasty, and everybody who posted, commented or led it. */
function gamestateOf(
  { number, name, emperor, theme }: DatedDynasty,
  posts: readonly PostData[],
  people: PeoplePast,
): ReadonlyMap<string, string> {
  const head = emperor === null ? null : people.idOf(emperor);
  const there = new Set(posts.flatMap(({ author, comments }) => [author, ...comments.map(({ by }) => by)]));
  if (head !== null) there.add(head);
  const names = fileNamesOf([...there]);
  const files = new Map<string, string>([
    [
      `${GAMESTATE}dynasty.md`,
      `---\n${stringify({ number, name, theme, emperor: head }, { lineWidth: 0 })}---\n`,
    ],
  ]);
  for (const id of there)
    files.set(
      `${GAMESTATE}players/${names.get(id) ?? id}.md`,
      `---\n${stringify({ name: people.nameOf(id) }, { lineWidth: 0 })}---\n`,
    );
  return files;
}

const BARE = {
  byEngine: false,
  alteredAt: null,
  status: null,
  resolvedAt: null,
  resolvedBy: null,
  comments: [],
  uses: [],
  changes: [],
  tally: null,
  omitted: [],
  fields: {},
} as const satisfies Partial<PostData>;

interface Posting {
  readonly people: PeoplePast;
  readonly ids: Set<string>;
  readonly unclear: Unclear[];
  readonly order: number;
  readonly dynasty: DatedDynasty;
}

function postOf(matter: PastMatter, { people, ids, unclear, order, dynasty }: Posting): PostData {
  const id = freeId(matter.id === '' ? String(order + 1) : matter.id, ids);
  if (matter.id !== '' && id !== idFor(matter.id))
    unclear.push({ code: 'id-twice', where: matter.title, text: matter.id });
  const at = matter.posted ?? dynasty.began;
  return {
    ...BARE,
    id,
    kind: matter.kind,
    title: matter.title === '' ? PREAMBLE : matter.title,
    author: people.idOf(matter.author),
    text: matter.text,
    at,
    n: order,
    status: matter.status,
    resolvedAt: matter.status === null ? null : (matter.resolved ?? at),
    resolvedBy: matter.resolvedBy === null ? null : people.idOf(matter.resolvedBy),
    tally: Object.keys(matter.tally).length === 0 ? null : matter.tally,
    comments: matter.comments.map((one, place) => ({
      id: `${id}-${place + 1}`,
      by: people.idOf(one.by),
      at: one.at ?? at,
      text: one.text,
      votes: [],
    })),
  };
}

/** Posts of the current game have plain numbers, so past ones get a prefix. */
function idFor(id: string): string {
  return `past-${/\d+$/u.exec(id)?.[0] ?? id.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}`;
}

function freeId(wanted: string, ids: Set<string>): string {
  let id = idFor(wanted);
  for (let count = 2; ids.has(id); count++) id = `${idFor(wanted)}-${count}`;
  ids.add(id);
  return id;
}

/** The changes in each dynasty: all of the rules', and the last version of other pages. */
function slicesOf(pages: PagesPast, dynasties: readonly DatedDynasty[]) {
  return dynasties.map(({ began }, at) => {
    // Earlier revisions are the beginning of the first dynasty, and later ones the end of the last.
    const isIn = (time: string): boolean =>
      (at === 0 || time >= began) && time < (dynasties[at + 1]?.began ?? '9');
    return {
      rules: pages.rules.filter((one) => isIn(one.at)),
      pages: [...pages.pages.values()].flatMap((all) => {
        const last = all.findLast((one) => isIn(one.at));
        return last === undefined ? [] : [last];
      }),
    };
  });
}
