import { readTree } from '../../repository/read-tree.ts';
import type { Oid, Repository } from '../../repository/repository.ts';
import { readYamlFile } from '../../ruleset/front-matter.ts';
import { dynastySchema, type DynastyMatter } from '../../ruleset/schema/dynasty.ts';
import { validate } from '../../ruleset/schema/validate.ts';
import { readLedger, type RecordedLine } from '../game/ledger-files.ts';
import { DYNASTIES, dynastyFolder, ENGINE, LEDGER, POSTS, type ContentFiles } from '../game/paths.ts';
import { readPosts } from '../game/post-files.ts';
import type { PostData } from '../../kernel/state.ts';
import { readSnapshot } from './snapshot.ts';

/** What a game keeps of its dynasties at a commit; nothing else of the game is read for it. */
export async function readDynasties(repository: Repository, commit: Oid): Promise<ContentFiles> {
  const { files } = await readTree(repository, commit, { under: [DYNASTIES.slice(0, -1)] });
  return new Map([...files].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const])));
}

/** A dynasty that is over, as its folder has it. */
export interface FrozenDynasty {
  readonly about: DynastyMatter;
  readonly ledger: readonly RecordedLine[];
  readonly posts: Readonly<Record<string, PostData>>;
  /** `game.yml`, ruleset and gamestate as they stood at its end. */
  readonly last: ContentFiles;
}

/** All that are over, the oldest first. A folder that can't be read is passed over. */
export function frozenDynasties(files: ContentFiles): readonly FrozenDynasty[] {
  return [...files.keys()]
    .filter((path) => /^content\/dynasties\/\d+\/dynasty\.yml$/u.test(path))
    .flatMap((path) => {
      const { data, keyLines } = readYamlFile(path, files.get(path) ?? '');
      const { value } = validate(dynastySchema, data, path, keyLines);
      return value === null ? [] : [frozenDynasty(files, value)];
    })
    .sort((a, b) => a.about.number - b.about.number);
}

function frozenDynasty(files: ContentFiles, about: DynastyMatter): FrozenDynasty {
  const folder = dynastyFolder(about.number);
  const inPlace = inTheirPlaces(files, about.number);
  return {
    about,
    ledger: readLedger(inPlace, about.ledger.from).lines,
    posts: readPosts(inPlace).posts,
    last: readSnapshot(files.get(`${folder}last.json`) ?? '{}'),
  };
}

/** Archived posts and lines of a dynasty by the paths that they had while it was played. */
function inTheirPlaces(files: ContentFiles, number: number): ContentFiles {
  const moved = [
    [`${dynastyFolder(number)}ledger/`, LEDGER],
    [`${dynastyFolder(number)}posts/`, POSTS],
  ] as const;
  const placed = new Map<string, string>();
  for (const [path, text] of files)
    for (const [from, to] of moved)
      if (path.startsWith(from)) placed.set(`${to}${path.slice(from.length)}`, text);
  return placed;
}

/** The game's content as it stood at the end of a dynasty, with that dynasty's posts and lines: to be shown as a game is. */
export function contentAtEnd(files: ContentFiles, number: number): ContentFiles {
  const over = frozenDynasties(files).find(({ about }) => about.number === number);
  return contentOf(files, number, over?.last ?? new Map());
}

/** The same where what was frozen has been read. */
export function contentOf(files: ContentFiles, number: number, last: ContentFiles): ContentFiles {
  const folder = dynastyFolder(number);
  const content = new Map([...last, ...inTheirPlaces(files, number)]);
  const first = readSnapshot(files.get(`${folder}first.json`) ?? '{}').get(`${ENGINE}archived.json`);
  if (first !== undefined) content.set(`${ENGINE}archived.json`, first);
  return content;
}
