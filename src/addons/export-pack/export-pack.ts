import { stringify } from 'yaml';

import type { Caches } from '../../cache/caches.ts';
import type { Manifest } from '../../kernel/manifest.ts';
import { composeRuleset } from '../../ruleset/compose.ts';
import { termsKnown } from '../../kernel/roles.ts';
import type { Problem } from '../../ruleset/problem.ts';
import { readRuleset } from '../../ruleset/read.ts';
import type { State } from '../../kernel/state.ts';
import { createGame } from '../../session/play/create-game.ts';
import { beginningOf, contentAtEnd } from '../../store/dynasties/frozen.ts';
import { openGame } from '../../session/play/open-game.ts';
import { readGame, type GameRead } from '../../store/read-game.ts';
import { SITE_FILE, type ContentFiles } from '../../store/paths.ts';
import { startingState } from './starting-state.ts';
import { scenariosOf, type Candidates } from './write-scenarios.ts';

export interface PackOut {
  readonly name: string;
  readonly title: string;
  readonly core: string;
  /** Keyed by path in the pack's folder. */
  readonly files: ContentFiles;
  /** Scenarios from the ledger, which haven't been tried yet; those that came with the rules are in the files. */
  readonly candidates: readonly Candidates[];
  /** Core rules that the game repealed, which a pack can't do. */
  readonly repealed: readonly string[];
  /** Rows of tables that the game left out because they can't be read; no game could begin with them. */
  readonly unread: readonly string[];
  readonly manifest: Manifest;
  readonly begins: Readonly<Record<string, unknown>>;
}

export interface ExportWish {
  readonly name: string;
  /** Null for the current dynasty. */
  readonly dynasty: number | null;
}

type Library = ReadonlyMap<string, string>;

/** Makes a pack of a game's current rules, or of those at the end of a dynasty. */
export async function exportPack(
  content: ContentFiles,
  library: Library,
  { name, dynasty }: ExportWish,
  caches: Caches,
): Promise<PackOut> {
  const last = dynasty === null ? content : contentAtEnd(content, dynasty);
  const read = readGame(last, caches);
  const { state } = read;
  const core = read.game.core ?? '';
  if (state === null) throw new Error('a game that is played has a state');
  const { manifest, doubts } = readRuleset(read.ruleset, read.terms, caches);
  const unread = doubts.filter(({ row }) => row !== undefined);
  const title = titleOfPlayed(read);
  const model = await modelOf(last, caches);
  const about = { name, title, core, terms: termsKnown(read.terms, model), ...aboutPlayed(read, manifest) };
  const composed = composeRuleset(new Map(library).set(`${name}/pack.yml`, stringify(about)), {
    core,
    dynasty: name,
  });
  const own = [...read.ruleset]
    .filter(([path, text]) => /\.(?:md|ts)$/u.test(path) && composed.files.get(path) !== text)
    .map(([path, text]) => [path, withoutRows(path, text, unread)] as const);
  const brought = [...read.ruleset].flatMap(([path, text]) =>
    path.endsWith('.scenario.yml') ? [[scenarioPath(path), withRules(text, core, name)] as const] : [],
  );
  const rules = new Map([...own, ...brought]);
  const begins = await beginsWith(content, library, { name, core, about, rules, read, dynasty, caches });
  const pack = { ...about, ...(Object.keys(begins).length > 0 && { begins }) };
  const siteFile = last.get(SITE_FILE) ?? library.get(`${read.game.pack ?? ''}/site.yml`);
  const files = new Map([
    ['pack.yml', stringify(pack, { lineWidth: 0 })],
    ...rules,
    ...(siteFile === undefined ? [] : [['site.yml', siteFile] as const]),
  ]);
  return {
    name,
    title,
    core,
    files,
    candidates: scenariosOf({ model, core, name }, state, read.ledger),
    repealed: [...composed.files.keys()].filter((path) => path.endsWith('.md') && !read.ruleset.has(path)),
    manifest,
    begins,
    unread: [...new Set(unread.map(({ row = '', file }) => `${row} of ${file}`))],
  };
}

function withoutRows(path: string, text: string, unread: readonly Problem[]): string {
  const gone = unread.flatMap(({ file, line }) => (file === path ? [line] : []));
  const lines = text.split('\n');
  return lines.filter((_, at) => !gone.includes(at + 1)).join('\n');
}

/** The dynasty's name, or the game's if it has no dynasties. */
export function titleOfPlayed({ state, game }: GameRead): string {
  const name = state?.dynasty['name'];
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : game.name;
}

function aboutPlayed({ state }: GameRead, { rules }: Manifest) {
  const theme = state?.dynasty['theme'];
  const page = state?.game['tracking-page'];
  const special = rules.filter(({ section, marked }) => section === 'special-case' && marked);
  return {
    ...(typeof theme === 'string' && theme !== '' ? { theme } : {}),
    ...(special.length === 0
      ? {}
      : { 'special-cases': Object.fromEntries(special.map((rule) => [rule.plainTitle, rule.status])) }),
    ...(typeof page === 'string' && page !== '' ? { 'tracking-page': page } : {}),
  };
}

/** `dynastic/bells.twice.scenario.yml` → `scenarios/dynastic-bells-twice.yml` */
function scenarioPath(path: string): string {
  return `scenarios/${path.replace(/\.scenario\.yml$/u, '').replaceAll(/[/.]/gu, '-')}.yml`;
}

function withRules(text: string, core: string, dynasty: string): string {
  return `${stringify({ rules: { core, dynasty } })}${text}`;
}

interface Exported {
  readonly name: string;
  readonly core: string;
  readonly about: object;
  readonly rules: ContentFiles;
  readonly read: GameRead;
  readonly dynasty: number | null;
  readonly caches: Caches;
}

async function beginsWith(
  content: ContentFiles,
  library: Library,
  { name, core, about, rules, read, dynasty, caches }: Exported,
): Promise<Readonly<Record<string, unknown>>> {
  const all = new Map(library).set(`${name}/pack.yml`, stringify(about));
  for (const [path, text] of rules) all.set(`${name}/${path}`, text);
  const wish = { name, core, dynasty: name, players: [], at: '2000-01-01T00:00:00Z' };
  const { files, model } = await createGame(all, wish, caches);
  const number = dynasty ?? read.facts.dynasty?.number;
  return startingState(model, {
    plain: stateOf(readGame(files, caches)),
    first: number === undefined ? null : readGame(beginningOf(content, number), caches).state,
    ledger: read.ledger,
    isOwn: (rule) => rules.has(`${rule}.md`) || rules.has(`${rule}.ts`),
  });
}

function stateOf({ state }: GameRead): State {
  if (state === null) throw new Error('a game that has been made has a state');
  return state;
}

async function modelOf(content: ContentFiles, caches: Caches) {
  const { play } = await openGame(content, { caches });
  try {
    return play.model;
  } finally {
    play.dispose();
  }
}
