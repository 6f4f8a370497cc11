import { stringify } from 'yaml';
import { z } from 'zod';

import type { MatterChange } from '../kernel/state.ts';
import { readTypedValue } from '../ruleset/parse-yaml.ts';
import { WORDED } from '../store/paths.ts';

/** A branch can describe changes in this file, which is read but never merged. See docs/game-content.md. */
export { WORDED };

const words = z.string();
const named = z.union([words, z.strictObject({ rule: words, section: words })]);
const change = z.union([
  z.strictObject({
    'add-rule': z.strictObject({
      section: words.optional(),
      title: words,
      text: words,
      under: words.optional(),
      clause: words.optional(),
    }),
  }),
  z.strictObject({
    'edit-rule': z.strictObject({ rule: words, replace: words, with: words, section: words.optional() }),
  }),
  z.strictObject({ 'repeal-rule': named }),
  z.strictObject({ transmute: named }),
  z.strictObject({ set: z.record(words, z.unknown()) }),
  z.strictObject({ file: z.union([words, z.strictObject({ path: words, content: words.nullable() })]) }),
]);
type Worded = z.infer<typeof change>;
export const wordedSchema = z.array(change);

export interface WordedRead {
  /** A plain text is the path of a file that the branch itself changes, and fixes its place in the order. */
  readonly changes: readonly (MatterChange | string)[];
  readonly problems: readonly string[];
}

const EXPECTED =
  'a list whose items begin with add-rule, edit-rule, repeal-rule, transmute or set, such as `- set: { players.ana.name: Ana }`';

/** Reports what can't be read and keeps the rest. */
export function readWorded(text: string): WordedRead {
  const { value: items, faults } = readTypedValue(text);
  if (faults[0] !== undefined)
    return {
      changes: [],
      problems: [`${WORDED}: ${faults[0].message}, in line ${faults[0].line}; expected ${EXPECTED}.`],
    };
  if (!Array.isArray(items)) return { changes: [], problems: [`${WORDED}: expected ${EXPECTED}.`] };
  const problems: string[] = [];
  const changes = items.flatMap((item: unknown, index) => {
    const read = change.safeParse(item);
    if (read.success) return changesOf(read.data);
    problems.push(`${WORDED}, change ${index + 1}: it can’t be read; expected ${EXPECTED}.`);
    return [];
  });
  return { changes, problems };
}

function changesOf(one: Worded): (MatterChange | string)[] {
  if ('add-rule' in one) {
    const { section, title, text, under, clause } = one['add-rule'];
    const rest = { ...optional({ section, clause }), ...(under === undefined ? {} : { parent: under }) };
    return [{ verb: 'add-rule', title, text, ...rest }];
  }
  if ('edit-rule' in one) {
    const { section, ...edit } = one['edit-rule'];
    return [{ verb: 'edit-rule', ...edit, ...optional({ section }) }];
  }
  if ('repeal-rule' in one) return [{ verb: 'repeal-rule', ...ruleIn(one['repeal-rule']) }];
  if ('transmute' in one) return [{ verb: 'transmute', ...ruleIn(one.transmute) }];
  if ('set' in one) return Object.entries(one.set).map(([path, value]) => ({ verb: 'set', path, value }));
  return [typeof one.file === 'string' ? one.file : { verb: 'file', ...one.file }];
}

const ruleIn = (given: z.infer<typeof named>) => (typeof given === 'string' ? { rule: given } : given);

function optional<T extends Record<string, string | undefined>>(given: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string;
  };
}

/** The inverse of `readWorded`. */
export function writeWorded(changes: readonly (MatterChange | string)[]): string {
  return stringify(changes.map(itemOf), { lineWidth: 0 });
}

function itemOf(one: MatterChange | string): unknown {
  if (typeof one === 'string') return { file: one };
  if (one.verb === 'set') return { set: { [one.path]: one.value } };
  if (one.verb === 'file') return { file: { path: one.path, content: one.content } };
  if (one.verb === 'add-rule') {
    const { verb: _, parent, ...rest } = one;
    return { 'add-rule': { ...rest, ...(parent === undefined ? {} : { under: parent }) } };
  }
  const { verb, ...rest } = one;
  if ((verb === 'repeal-rule' || verb === 'transmute') && rest.section === undefined)
    return { [verb]: one.rule };
  return { [verb]: rest };
}
