import type { Clause, Definition } from './definition.ts';
import { Kernel } from './kernel.ts';
import { PLAIN_TERMS, type Manifest, type RuleEntry, type Section } from './manifest.ts';
import type { Chance } from './chance.ts';
import type { Located, TableText } from './manifest.ts';

/** A rule for a test: where it stands, what its text holds, and its clause. */
export interface TestRule {
  readonly section?: Section;
  readonly title: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly tables?: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  readonly status?: 'active' | 'inactive';
  readonly entrenched?: RuleEntry['entrenched'];
  readonly over?: readonly string[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
  readonly clause?: (game: any) => Definition;
}

/** A kernel under some rules, with nobody in the game yet. */
export function kernelWith(rules: readonly TestRule[], chance?: Chance): Kernel {
  const kernel = new Kernel({ clauseOf: clausesOf(rules), ...(chance === undefined ? {} : { chance }) });
  const problems = kernel.link(manifestOf(rules));
  if (problems.length > 0) throw problems[0] as Error;
  kernel.load(null);
  return kernel;
}

export function clausesOf(rules: readonly TestRule[]): (module: string) => Clause | null {
  const clauses = new Map(rules.map((rule) => [`${pathOf(rule)}.ts`, rule.clause]));
  return (module) => {
    const define = clauses.get(module);
    return define === undefined ? null : { api: 1, define };
  };
}

export function manifestOf(rules: readonly TestRule[]): Manifest {
  return { rules: rules.map((rule, index) => entryOf(rule, index)), terms: PLAIN_TERMS };
}

function pathOf({ section = 'core', title }: TestRule): string {
  return `${section}/${title.toLowerCase().replaceAll(' ', '-')}`;
}

function entryOf(rule: TestRule, index: number): RuleEntry {
  const path = pathOf(rule);
  return {
    path,
    section: rule.section ?? 'core',
    title: rule.title,
    plainTitle: rule.title,
    number: `1.${index + 1}`,
    parent: null,
    children: [],
    text: '',
    status: rule.status ?? 'active',
    rare: false,
    marked: rule.status !== undefined,
    entrenched: rule.entrenched ?? false,
    over: rule.over ?? [],
    values: mapValues(rule.values ?? {}, located),
    tables: mapValues(rule.tables ?? {}, tableOf),
    lists: mapValues(rule.lists ?? {}, (items) => ({ line: 5, items: items.map(located) })),
    clause: rule.clause === undefined ? null : `${path}.ts`,
  };
}

function located(text: string): Located {
  return { text, line: 5 };
}

function tableOf([header = [], ...rows]: readonly (readonly string[])[]): TableText {
  return { line: 5, columns: header, rows: rows.map((row) => row.map(located)) };
}

function mapValues<T, R>(map: Readonly<Record<string, T>>, make: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, make(value)]));
}
