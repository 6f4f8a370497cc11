import { toKebab } from '../kernel/names.ts';
import type { Terms } from '../kernel/manifest.ts';
import type { MechanicText } from './cell.ts';
import { recognise } from './forms.ts';
import { Vocabulary, type NameKind, type Name, type NameScope } from './vocabulary.ts';

/** Collects the names that tables define, and those that clauses define in the usual way, such as `player: { oil: integer() }`. */
export function vocabularyOf(
  tables: readonly MechanicText[],
  clauses: readonly string[],
  terms: Terms,
): Vocabulary {
  const words = new Vocabulary();
  for (const table of tables) {
    const found = recognise(table.header, terms);
    for (const name of found?.form.names?.(table, found.whose) ?? []) words.add(name);
  }
  for (const clause of clauses) for (const name of namesInClause(clause)) words.add(name);
  return words;
}

const DEFINES = /\b(player|game|post): \{/gu;
const KINDS: Readonly<Record<string, NameKind>> = {
  integer: 'number',
  boolean: 'yes or no',
  choice: 'word',
  text: 'word',
  player: 'person',
};

function namesInClause(clause: string): readonly Name[] {
  return [...clause.matchAll(DEFINES)].flatMap(({ 1: of = '', 0: found, index }) =>
    membersFrom(clause, index + found.length).map(([id, type]) => ({
      title: toKebab(id).replaceAll('-', ' '),
      id,
      of: of as NameScope,
      kind: KINDS[type] ?? 'other',
      isWorth: false,
    })),
  );
}

/** The members of an object whose first letter stands at `from`: `oil: integer(…), lit: boolean() }` → `[oil, integer], [lit, boolean]`. */
function membersFrom(clause: string, from: number): readonly (readonly [id: string, type: string])[] {
  const members: (readonly [string, string])[] = [];
  let depth = 0;
  for (let at = from; at < clause.length && depth >= 0; at++) {
    const letter = clause[at] ?? '';
    if ('{(['.includes(letter)) depth++;
    else if ('})]'.includes(letter)) depth--;
    else if (depth === 0) {
      const [found, id = '', type = ''] = /^(\w+): (\w+)/u.exec(clause.slice(at, at + 200)) ?? [];
      if (found === undefined || /\w/u.test(clause[at - 1] ?? '')) continue;
      members.push([id, type]);
      at += found.length - 1;
    }
  }
  return members;
}
