import { importsIn, resolveImport } from './rules-that-run.ts';
import { PLAIN_TERMS, type Terms } from '../kernel/manifest.ts';
import { nearest } from '../kernel/names.ts';
import { pluralOf } from '../kernel/sentence.ts';
import { applyChange } from './amend.ts';
import { findRule } from './find-rule.ts';
import { readYamlFile } from './front-matter.ts';
import type { Memo } from './memo.ts';
import type { Problem } from './problem.ts';
import { readRuleset, sectionOf, type RuleFiles } from './read.ts';
import { packSchema, type PackMatter } from './schema/pack.ts';
import type { TermsMatter } from './schema/terms.ts';
import { validate } from './schema/validate.ts';

export interface Choice {
  /** The core pack, an era's name. */
  readonly core: string;
  /** The dynasty's pack, such as `harbour`. Without one there are no dynastic rules. */
  readonly dynasty?: string;
  /** One of the core pack's paces. By default, the rules' own values. */
  readonly pace?: string;
}

export interface Composed {
  /** Rule files, arranged as in `content/ruleset`. */
  readonly files: RuleFiles;
  readonly core: PackMatter | null;
  readonly dynasty: PackMatter | null;
  readonly terms: Terms;
  readonly problems: readonly Problem[];
}

/** The names of the packs in a library: eras and dynasties. */
export function listPacks(library: RuleFiles): { core: string[]; dynasties: string[] } {
  const folders = Array.from(library.keys())
    .filter((path) => path.endsWith('/pack.yml'))
    .map((path) => path.slice(0, -'/pack.yml'.length));
  const core = folders
    .filter((folder) => /^core\/[^/]+$/.test(folder))
    .map((folder) => folder.slice('core/'.length));
  // Eras are named by a year and come last, in order. A game uses the last one by default.
  const isEra = (name: string): boolean => /^\d+$/.test(name);
  const others = core.filter((name) => !isEra(name)).sort();
  return {
    core: [...others, ...core.filter(isEra).sort()],
    dynasties: folders.filter((folder) => !folder.includes('/')).sort(),
  };
}

/** The dynasty's pack with which a new game begins by default. */
export function recommendedPack(library: RuleFiles): PackMatter | null {
  const found = listPacks(library).dynasties.find((name) =>
    /^recommended: true$/m.test(library.get(`${name}/pack.yml`) ?? ''),
  );
  return found === undefined
    ? null
    : readPackFile(`${found}/pack.yml`, library.get(`${found}/pack.yml`) ?? '').pack;
}

/** True if matters under a core are resolved by Admins by default. Then rules need no clauses. */
export function isByHand(library: RuleFiles, core: string): boolean {
  return /^resolution: by-admin$/m.test(library.get(`core/${core}/pack.yml`) ?? '');
}

/** Composes a ruleset: an era's core rules, a dynasty's rules, and the helpers that they import. */
export function composeRuleset(library: RuleFiles, choice: Choice, memo?: Memo): Composed {
  const problems: Problem[] = [];
  const core = readPack(library, `core/${choice.core}`, listPacks(library).core, problems);
  const dynasty =
    choice.dynasty === undefined
      ? null
      : readPack(library, choice.dynasty, listPacks(library).dynasties, problems);
  if (core !== null && dynasty?.core !== undefined && dynasty.core !== choice.core)
    problems.push(otherCore(dynasty, choice.core));
  const own = new Map<string, string>();
  const paths = Array.from(library.keys());
  for (const folder of [`core/${choice.core}`, ...(choice.dynasty === undefined ? [] : [choice.dynasty])]) {
    // A dynasty's rules may be in a section that its core has. A text without a folder beside it is no section.
    const places = [folder, `core/${choice.core}`];
    const sections = {
      has: (path: string) =>
        places.some((one) => library.has(`${one}/${path}`)) &&
        paths.some((one) =>
          places.some((place) => one.startsWith(`${place}/${path.slice(0, -'.md'.length)}/`)),
        ),
    };
    for (const [path, text] of library) {
      const below = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : '';
      if (sectionOf(below, sections) !== null && /\.(?:md|ts)$/.test(below))
        own.set(below, clauseMeant(library, path, text));
    }
  }
  const files = addHelpers(own, library);
  // Without a core none of its rules exist. The missing core is reported only once.
  const statuses = core === null ? {} : { ...core['special-cases'], ...dynasty?.['special-cases'] };
  const set = setStatuses(files, statuses, `${choice.dynasty ?? `core/${choice.core}`}/pack.yml`, memo);
  const page = dynasty?.['tracking-page'] ?? core?.['tracking-page'];
  const paged = page === undefined ? set.files : setValue(set.files, 'tracking-page', page);
  const paced = setPace(paged, core, choice.pace, problems);
  const terms = toTerms(dynasty?.terms ?? core?.terms);
  return { files: paced, core, dynasty, terms, problems: [...problems, ...set.problems] };
}

/** Fills in plurals that were left out. */
export function toTerms(matter: TermsMatter | undefined): Terms {
  if (!matter) return PLAIN_TERMS;
  const { player, emperor = PLAIN_TERMS.emperor, names } = matter;
  return {
    player,
    players: matter.players ?? pluralOf(player),
    emperor,
    emperors: matter.emperors ?? (matter.emperor === undefined ? PLAIN_TERMS.emperors : pluralOf(emperor)),
    ...(names !== undefined && { names }),
  };
}

/** A pack may be named 1.50, and a variable may start with such a text. */
const MAY_BE_TEXTS: ReadonlySet<string> = new Set(['name', 'core', 'begins']);

export function readPackFile(
  path: string,
  text: string,
): { pack: PackMatter | null; problems: readonly Problem[] } {
  const { data, keyLines, problems } = readYamlFile(path, text, (key) => MAY_BE_TEXTS.has(key));
  const validated = validate(packSchema, data, path, keyLines);
  return problems.length > 0
    ? { pack: null, problems }
    : { pack: validated.value, problems: validated.problems };
}

function readPack(
  library: RuleFiles,
  folder: string,
  known: readonly string[],
  problems: Problem[],
): PackMatter | null {
  const path = `${folder}/pack.yml`;
  const text = library.get(path);
  if (text !== undefined) {
    const read = readPackFile(path, text);
    problems.push(...read.problems);
    return read.pack;
  }
  const name = folder.replace(/^core\//, '');
  const near = nearest(name, known);
  const message = `There is no pack "${name}"${near === null ? '.' : `; did you mean "${near}"?`}`;
  problems.push({
    code: 'no-such-pack',
    file: path,
    message,
    expected: `one of ${known.join(', ')}`,
    example: near ?? known[0] ?? 'harbour',
  });
  return null;
}

function otherCore(pack: PackMatter, core: string): Problem {
  const message = `The dynasty "${pack.name}" is played under the core rules of ${pack.core}, not of ${core}.`;
  return {
    code: 'other-core',
    file: `${pack.name}/pack.yml`,
    field: 'core',
    message,
    expected: `core: "${pack.core}"`,
    example: `core: "${pack.core}"`,
  };
}

/** `[Gamestate](#value:tracking-page)` → `[Harbour](#value:tracking-page)`, in one rule or in all. */
function setValue(files: RuleFiles, name: string, text: string, only?: string): RuleFiles {
  const written = `[${text.replace(/[[\]\\]/g, '\\$&')}](#value:${name})`;
  const after = new Map(files);
  for (const [path, rule] of files)
    if (path.endsWith('.md') && (only === undefined || path === `${only}.md`))
      after.set(
        path,
        rule.replaceAll(new RegExp(`\\[[^\\]\\n]*\\]\\(#value:${name}\\)`, 'g'), () => written),
      );
  return after;
}

function setPace(
  files: RuleFiles,
  core: PackMatter | null,
  pace: string | undefined,
  problems: Problem[],
): RuleFiles {
  if (pace === undefined || core === null) return files;
  const known = Object.keys(core.paces ?? {});
  const found = core.paces?.[pace];
  if (found === undefined)
    problems.push({
      code: 'no-such-pace',
      file: `core/${core.name}/pack.yml`,
      field: 'paces',
      message:
        known.length === 0
          ? `The rules of ${core.name} have only one pace, so none can be chosen.`
          : `The rules of ${core.name} have no pace “${pace}”.`,
      expected: known.length === 0 ? 'no --pace' : `one of ${known.join(', ')}`,
      example: known[0] ?? '',
    });
  return Object.entries(found?.values ?? {})
    .flatMap(([path, values]) => Object.entries(values).map(([name, text]) => ({ path, name, text })))
    .reduce((after, { path, name, text }) => setValue(after, name, text, path), files);
}

/** Adds the helpers that clauses import, and those that these import. */
function addHelpers(own: RuleFiles, library: RuleFiles): RuleFiles {
  const files = new Map(own);
  const open = [...own].filter(([path]) => path.endsWith('.ts'));
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, text] = next;
    for (const helper of importsIn(path, text)) {
      const source = helper.startsWith('core/helpers/') ? library.get(helper) : undefined;
      if (source === undefined || files.has(helper)) continue;
      files.set(helper, source);
      open.push([helper, source]);
    }
  }
  return files;
}

/**
 * A clause or helper that a pack shares with another by re-exporting it. In a game, the whole code is beside its rule, where people read
 * it.
 */
const SAME_AS = /^export (?:\{ default \}|\*) from '(\.{1,2}\/[^']+)';\s*$/;

/** A library in which every clause is complete, so that a file can be copied into a game by itself. */
export function withWholeClauses(library: RuleFiles): RuleFiles {
  const whole = new Map<string, string>();
  for (const [path, text] of library) whole.set(path, clauseMeant(library, path, text));
  return whole;
}

function clauseMeant(library: RuleFiles, path: string, text: string): string {
  const [, other] = SAME_AS.exec(text) ?? [];
  return library.get(resolveImport(path, other ?? '') ?? '') ?? text;
}

function setStatuses(
  files: RuleFiles,
  statuses: Readonly<Record<string, 'active' | 'inactive'>>,
  file: string,
  memo: Memo | undefined,
): { files: RuleFiles; problems: Problem[] } {
  const problems: Problem[] = [];
  let after = files;
  // A whole ruleset takes long to read, and only special cases have a status.
  const cases = new Map([...files].filter(([path]) => /^special-case[/.]/u.test(path)));
  const { rules } = readRuleset(cases, PLAIN_TERMS, memo).manifest;
  const special = {
    rules: rules.filter((rule) => rule.section === 'special-case' && rule.path.includes('/')),
    terms: PLAIN_TERMS,
  };
  for (const [title, status] of Object.entries(statuses)) {
    const found = findRule(special, title);
    if (found.rule)
      after = applyChange(after, { type: 'set-status', path: found.rule.path, status }, PLAIN_TERMS).files;
    else {
      const near = found.near ?? special.rules[0]?.title ?? 'Dormancy';
      const message = `There is no special-case rule "${title}"${found.near === null ? '.' : `; did you mean "${found.near}"?`}`;
      const expected = `one of ${special.rules.map((rule) => rule.title).join(', ')}`;
      problems.push({
        code: 'no-such-rule',
        file,
        field: 'special-cases',
        message,
        expected,
        example: `${near}: ${status}`,
      });
    }
  }
  return { files: after, problems };
}
