import { PLAIN_TERMS } from '../../src/kernel/manifest.ts';
import { readNumber } from '../../src/kernel/number-words.ts';
import { applyChange } from '../../src/ruleset/amend.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import type { Change, Files } from './play-without.ts';

/** The pack's own rules among those of a ruleset, by their paths: `dynastic/items`, `core/votes`. */
export function ownRules(library: Files, pack: string, ruleset: Files): readonly string[] {
  return [...ruleset.keys()]
    .filter((path) => path.endsWith('.md') && library.has(`${pack}/${path}`))
    .map((path) => path.slice(0, -'.md'.length))
    .sort();
}

const without = (files: Files, isGone: (path: string) => boolean): Files =>
  new Map([...files].filter(([path]) => !isGone(path)));

/** A rule goes with all that stands below it, as a repeal has it. */
export function repeal(...rules: readonly string[]): Change {
  const isGone = (path: string): boolean =>
    rules.some((rule) => path === `${rule}.md` || path === `${rule}.ts` || path.startsWith(`${rule}/`));
  return { what: `repeal ${rules.join(' and ')}`, make: (files) => without(files, isGone) };
}

/** The text stays, and people play it. */
export function deleteClause(rule: string): Change {
  return {
    what: `without the clause of ${rule}`,
    make: (files) => without(files, (path) => path === `${rule}.ts`),
  };
}

/** The rules that stand below no other: with one of them its whole sub-tree goes. */
export function topOf(rules: readonly string[]): readonly string[] {
  return rules.filter((rule) => !rules.some((other) => rule.startsWith(`${other}/`)));
}

export function pairsOf(rules: readonly string[]): readonly (readonly [string, string])[] {
  return rules.flatMap((one, at) => rules.slice(at + 1).map((other) => [one, other] as const));
}

/** Every list and every table of a rule, each once without an item or a row. */
export function emptied(files: Files, rule: string): readonly Change[] {
  const entry = readRuleset(files).manifest.rules.find(({ path }) => path === rule);
  const lists = Object.keys(entry?.lists ?? {}).map((list) => ({
    what: `empty the list ${list} of ${rule}`,
    make: (before: Files): Files =>
      applyChange(before, { type: 'write-list', path: rule, list, items: [] }, PLAIN_TERMS).files,
  }));
  const tables = Object.entries(entry?.tables ?? {}).map(([table, { rows }]) => {
    const lines = new Set(rows.flatMap(([cell]) => cell?.line ?? []));
    return {
      what: `empty the table ${table} of ${rule}`,
      make: (before: Files): Files => edited(before, rule, (text) => withoutLines(text, lines)),
    };
  });
  return [...lists, ...tables];
}

/** A number of rooms in the thousands takes long to lay out, so the last is no larger. */
const BOUNDS = ['0', '1', '-1', '1000'];

/** Every live number of a rule at what may be its bounds: nothing, one, less than nothing, and more than anybody means. */
export function atBounds(files: Files, rule: string): readonly Change[] {
  const numbers = [...(files.get(`${rule}.md`) ?? '').matchAll(/\[([^\][]+)\]\(#value:([\w-]+)\)/gu)];
  return numbers.flatMap(([whole, said = '', name = '']) =>
    readNumber(said) === null
      ? []
      : BOUNDS.map((bound) => ({
          what: `set ${name} of ${rule} to ${bound}`,
          make: (before: Files): Files =>
            edited(before, rule, (text) => text.replace(whole, () => `[${bound}](#value:${name})`)),
        })),
  );
}

/** Some courses begin without the rules of their pack. */
function edited(files: Files, rule: string, edit: (text: string) => string): Files {
  const text = files.get(`${rule}.md`);
  return text === undefined ? files : new Map(files).set(`${rule}.md`, edit(text));
}

function withoutLines(text: string, lines: ReadonlySet<number>): string {
  return text
    .split('\n')
    .filter((_, at) => !lines.has(at + 1))
    .join('\n');
}
