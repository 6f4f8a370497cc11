import type { Manifest, RuleEntry } from '../../kernel/manifest.ts';
import { nearest, toKebab } from '../../kernel/names.ts';
import { RuleError } from '../../kernel/refusal.ts';
import { ruleText } from '../../kernel/rule-text.ts';
import { resolveImport } from '../../ruleset/rules-that-run.ts';
import type { LintProblem } from './lint-rules.ts';
import { ALWAYS, readModule, type Module, type ModulePiece, type TextRead } from './read-module.ts';

/** Something that a clause, or a helper that it uses, reads from the text of its rule. */
interface Reading extends TextRead {
  readonly name: string;
  readonly file: string;
}

/**
 * Finds live values, tables and lists that code asks for by name and that the rule's text lacks or has in an
 * unreadable form. Those read while a rule loads would stop the game at once; those inside an effect would stop only
 * the player.
 */
export function findMissingText(
  files: ReadonlyMap<string, string>,
  { rules }: Manifest,
): readonly LintProblem[] {
  const moduleAt = modulesOf(files);
  const problems = rules.flatMap((rule) =>
    rule.clause === null
      ? []
      : readingsOf(rule.clause, moduleAt).flatMap((reading) => problemsOf(rule, reading)),
  );
  const reported = new Set<string>();
  return [...findMissingFiles(files, moduleAt), ...problems].filter(
    ({ where, what }) => !reported.has(where + what) && reported.add(where + what),
  );
}

export type ModuleAt = (path: string) => Module | null;

export function modulesOf(files: ReadonlyMap<string, string>): ModuleAt {
  const modules = new Map<string, Module | null>();
  return (path) => {
    if (!modules.has(path)) modules.set(path, readModule(files.get(path) ?? ''));
    return modules.get(path) ?? null;
  };
}

/** Files that code imports but the ruleset doesn't have. */
function findMissingFiles(files: ReadonlyMap<string, string>, moduleAt: ModuleAt): readonly LintProblem[] {
  return [...files.keys()]
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const module = moduleAt(path);
      const taken = [...(module?.imports.values() ?? []), ...(module?.exports.values() ?? [])];
      return taken.flatMap((one) => {
        const wanted = typeof one === 'string' ? null : resolveImport(path, one.specifier);
        if (typeof one === 'string' || wanted === null || files.has(wanted)) return [];
        const guess = nearest(
          wanted,
          [...files.keys()].filter((other) => other.endsWith('.ts')),
        );
        return {
          code: 'no-file',
          where: `${path}:${one.line}`,
          what: `There is no file ${wanted} in the ruleset, which is imported as "${one.specifier}".`,
          next: guess === null ? 'Add the file, or remove the import.' : `Did you mean ${guess}?`,
        };
      });
    });
}

/** Everything that a clause, with the helpers that it uses, reads from its text. */
export function readingsOf(clause: string, moduleAt: ModuleAt): readonly Reading[] {
  return piecesOf(clause, moduleAt).flatMap(({ file, reads }) =>
    reads.flatMap((read) => (read.name === null ? [] : [{ ...read, name: read.name, file }])),
  );
}

/** Walks from a clause's exports through everything that they mention, in its own module and others. */
export function piecesOf(
  clause: string,
  moduleAt: ModuleAt,
): readonly (ModulePiece & { readonly file: string })[] {
  const found: (ModulePiece & { readonly file: string })[] = [];
  const seen = new Set<string>();
  const piece = (path: string, name: string): void => {
    const module = moduleAt(path);
    const known = module?.pieces.get(name);
    if (module === null || seen.has(`${path} ${name}`)) return;
    seen.add(`${path} ${name}`);
    const taken = module.imports.get(name);
    if (taken !== undefined) given(resolveImport(path, taken.specifier), taken.name);
    if (known === undefined) return;
    found.push({ ...known, file: path });
    for (const mentioned of known.mentions) piece(path, mentioned);
  };
  const given = (path: string | null, name: string): void => {
    const module = path === null ? null : moduleAt(path);
    if (path === null || module === null || seen.has(`${path} export ${name}`)) return;
    seen.add(`${path} export ${name}`);
    piece(path, ALWAYS);
    for (const [exported, from] of module.exports) {
      if (name !== '*' && exported !== name && exported !== '*') continue;
      if (typeof from === 'string') piece(path, from);
      else given(resolveImport(path, from.specifier), from.name === '*' ? name : from.name);
    }
  };
  given(clause, 'default');
  return found;
}

function problemsOf(rule: RuleEntry, reading: Reading): readonly LintProblem[] {
  const error = errorOf(rule, reading);
  if (error === null) return [];
  // An unreadable value has to be corrected in the text. For a missing one, the code that asks for it is shown.
  const [where, what] =
    error.line === null
      ? [`${reading.file}:${reading.line}`, `${rule.path}.md: ${messageOf(error)}`]
      : [`${rule.path}.md:${error.line}`, messageOf(error)];
  return [{ code: error.code, where, what, next: nextFor(rule, reading) }];
}

function messageOf({ message }: RuleError): string {
  return message.replace(/^\S+\.md(?::\d+)?: /, '');
}

function errorOf(rule: RuleEntry, { kind, name, columns }: Reading): RuleError | null {
  const text = ruleText(rule);
  try {
    if (kind === 'table') {
      // Only the columns are checked here; the types that the clause gives them check the cells.
      const place = rule.tables[name];
      const asText = Object.fromEntries(columns.map((column) => [column, { kind: 'text' } as const]));
      text.table(name, place === undefined ? {} : asText);
    } else if (kind === 'share') text.share(name, 1);
    else if (kind === 'endOf') text.endOf(name, '2000-01-01T00:00:00Z');
    else text[kind](name);
    return null;
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
}

function nextFor(rule: RuleEntry, { kind, name }: Reading): string {
  const known = Object.keys(kind === 'table' ? rule.tables : kind === 'list' ? rule.lists : rule.values);
  const link = kind === 'table' || kind === 'list' ? kind : 'value';
  const example =
    link === 'value' ? (kind === 'hours' || kind === 'endOf' ? '48 hours' : '48') : toKebab(name);
  const guess = nearest(name, known);
  if (known.includes(name)) return `Correct the ${link} "${name}" in ${rule.path}.md.`;
  return `${guess === null ? '' : `Did you mean "${guess}"? Else g`}${guess === null ? 'G' : ''}ive the text a link such as [${example}](#${link}:${name}).`;
}
