import { writeYamlKeys } from '../../ruleset/front-matter-write.ts';
import { readEngineFiles, writeEngineFiles } from '../../store/engine-files.ts';
import { ENGINE, GAME_FILE, type ContentFiles } from '../../store/paths.ts';
import { recordPath } from '../../store/journal/journal-record.ts';
import type { AccountsByPlayer } from '../../host/github/template/accounts.ts';

export interface NewForge {
  /** `owner/name` */
  readonly repository: string;
  /** The prefix of the new forge's post numbers in the game. */
  readonly posts: string;
  readonly accounts: AccountsByPlayer;
  readonly people: Readonly<Record<string, string>>;
  readonly players: readonly string[];
  readonly at: string;
}

/** The files that change on the new forge; null deletes one. */
export function movedContent(files: ContentFiles, to: NewForge): ReadonlyMap<string, string | null> {
  const { engine } = readEngineFiles(files);
  const { dynasty } = engine.facts;
  const facts = {
    ...engine.facts,
    people: peopleOf(to),
    // These belong to the old forge and to the machine where the game was played.
    links: {},
    outbox: { last: 0, notices: [] },
    heads: {},
    merged: {},
    keys: [],
    seeds: [],
    readers: {},
    bridges: {},
    // The journal begins again at line 0.
    dynasty: dynasty === null ? null : { ...dynasty, line: 0 },
    moved: { at: to.at, posts: to.posts, dynasty: dynasty?.number ?? null },
  };
  const old = [...files.keys()].filter((path) => path.startsWith(ENGINE));
  return new Map<string, string | null>([
    ...old.map((path) => [path, null] as const),
    ...writeEngineFiles({ ...engine, facts }),
    [recordPath, null],
    [GAME_FILE, onGitHub(files.get(GAME_FILE) ?? '', to.repository)],
  ]);
}

/** Old account names keep their players, so that a newcomer with the same login isn't mistaken for one of them. */
function peopleOf({ accounts, people, players }: NewForge): Readonly<Record<string, string>> {
  const known = new Set(Object.values(people));
  const before = [...Object.entries(people), ...players.flatMap((id) => (known.has(id) ? [] : [[id, id]]))];
  return Object.fromEntries([
    ...before.map(([account = '', player = '']) => [`local:${account}`, player] as const),
    ...[...accounts].flatMap(([player, account]) =>
      account === null ? [] : [[account.id, player] as const],
    ),
  ]);
}

function onGitHub(gameFile: string, repository: string): string {
  return writeYamlKeys(gameFile, { forge: { kind: 'github', repository }, dice: { source: 'drand' } });
}
