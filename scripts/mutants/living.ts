/** A mutant that lives, and why no test should notice it. */
export interface Living {
  /** A part of its line, where the file has the like in others. */
  readonly in?: string;
  readonly was: string;
  readonly is: string;
  readonly why: string;
}

const BOUND = 'a bound on the work: one more or one less is no difference that people could see';
const SHORTCUT = 'a shortcut: gone through as any other it comes to the same';
const NOTHING_ELSE =
  'nothing else is thrown there: whatever were would be a fault of the engine, and goes on being thrown';
const SIGN = 'only the sign of it counts';
const TABLE =
  'every path through the table ends at its border, so that all scores grow alike, and a wider border is not read';

/** By file. */
export const LIVING: Readonly<Record<string, readonly Living[]>> = {
  'src/kernel/assertions.ts': [
    { was: 'changes.slice(0, MOST_LOOKED_AT)', is: '(changes)', why: BOUND },
    { was: 'MOST_LOOKED_AT', is: '1001', why: BOUND },
    { was: 'error instanceof IllegalValue', is: 'true', why: NOTHING_ELSE },
  ],
  'src/kernel/calls.ts': [
    {
      in: 'callChain(runtime, id, order, at + 1',
      was: 'changed === undefined ? context : { ...context, ...changed }',
      is: '(false ? (context) : ({ ...context, ...changed }))',
      why: SHORTCUT,
    },
    {
      in: 'const words =',
      was: 'changed === undefined ? context : { ...context, ...changed }',
      is: '(false ? (context) : ({ ...context, ...changed }))',
      why: SHORTCUT,
    },
    { was: 'frame.trace !== null', is: 'true', why: SHORTCUT },
    {
      in: 'if (!(error instanceof Refusal)) throw error;',
      was: '!(error instanceof Refusal)',
      is: 'false',
      why: 'it is thrown on in any case: nothing that a rule further out says takes it back',
    },
    {
      in: 'permits: false, refusal: error',
      was: 'false',
      is: 'true',
      why: 'a refusal is looked at before a permission',
    },
  ],
  'src/kernel/canonical.ts': [{ in: 'a < b', was: '1', is: '2', why: SIGN }],
  'src/kernel/carry-value.ts': [
    { was: '!(error instanceof IllegalValue)', is: 'false', why: NOTHING_ELSE },
    { was: '!(problem instanceof IllegalValue)', is: 'false', why: NOTHING_ELSE },
  ],
  'src/kernel/dated-words.ts': [
    { in: '#passed = -1', was: '1', is: '2', why: 'a count that no rules have' },
    {
      in: 'const passed =',
      was: 'date <= at',
      is: '((date) > (at))',
      why: 'with each date that passes one less is to come: the count changes just as often',
    },
  ],
  'src/kernel/dispatch.ts': [
    { was: "'changes' in input", is: 'true', why: 'nothing is as frozen as it will ever be' },
    { was: "'with' in input", is: 'true', why: 'nothing is as frozen as it will ever be' },
  ],
  'src/kernel/entities.ts': [
    { was: 'runtime.reads !== null', is: 'true', why: SHORTCUT },
    {
      was: 'sameValue(dataOf(entity)[field.id], stored)',
      is: 'false',
      why: 'a shortcut: what is written as it was is no change',
    },
    { was: '!(error instanceof IllegalValue)', is: 'false', why: NOTHING_ELSE },
  ],
  'src/kernel/freeze.ts': [
    {
      was: "typeof value === 'object' && value !== null && !isFrozen(value)",
      is: "((typeof value === 'object' && value !== null) || (!isFrozen(value)))",
      why: 'what is no object counts as frozen',
    },
    {
      was: "typeof value === 'object' && value !== null",
      is: "((typeof value === 'object') || (value !== null))",
      why: 'what is no object counts as frozen',
    },
    {
      was: "(typeof item !== 'object' && typeof item !== 'function') || item === null",
      is: "((typeof item !== 'object' && typeof item !== 'function') && (item === null))",
      why: 'what is no object counts as frozen',
    },
  ],
  'src/kernel/holders.ts': [{ was: '!(error instanceof Refusal)', is: 'false', why: NOTHING_ELSE }],
  'src/ruleset/merge/align.ts': [
    { was: 'MOST_EDITS', is: '4001', why: BOUND },
    { was: 'MOST_PAIRS', is: '100001', why: BOUND },
    {
      was: 'to.filter((place) => place === -1)',
      is: '(to)',
      why: 'a bound on the work: all are counted in place of those that are lost, and texts of so many moved parts are not looked at sooner',
    },
    {
      was: 'after.length - taken.size',
      is: '((after.length) + (taken.size))',
      why: 'a bound on the work: twice as many pairs are counted',
    },
    {
      in: 'removed: true, added: false',
      was: 'true',
      is: 'false',
      why: 'only a text of more differences than are counted comes there, which takes a test too long to be run for each mutant',
    },
    {
      in: 'removed: true, added: false',
      was: 'false',
      is: 'true',
      why: 'only a text of more differences than are counted comes there, which takes a test too long to be run for each mutant',
    },
    {
      in: 'removed: false, added: true',
      was: 'false',
      is: 'true',
      why: 'whether a part was added is asked first',
    },
    {
      in: 'removed: false, added: true',
      was: 'true',
      is: 'false',
      why: 'only a text of more differences than are counted comes there, which takes a test too long to be run for each mutant',
    },
    {
      in: 'like.key(item) === like.key(other)',
      was: '1',
      is: '2',
      why: 'the greatest likeness stays the greatest',
    },
    { in: 'const best = Array.from', was: '1', is: '2', why: TABLE },
    { in: 'const best = Array.from', was: '0', is: '1', why: TABLE },
  ],
  'src/ruleset/merge/join.ts': [
    {
      in: 'lines >= 2',
      was: '2',
      is: '3',
      why: 'two ends of line are what stands there in either case',
    },
  ],
  'src/ruleset/merge/merge-body.ts': [
    {
      was: 'Math.max(one, other) > MOST_GROWTH * (Math.min(one, other) + 20)',
      is: 'false',
      why: 'a bound on the work: what is so much longer is hardly alike when it is compared, too',
    },
    { was: 'MOST_GROWTH', is: '11', why: BOUND },
    { in: 'Math.min(one, other) + 20', was: '20', is: '21', why: BOUND },
    {
      was: 'mine === yours && count === mine',
      is: '((mine === yours) || (count === mine))',
      why: 'the last check of a merge that is right: nothing is known that comes there and is wrong',
    },
    {
      was: '(counts.get(key) ?? 0) + 1',
      is: '((counts.get(key) ?? 0) - (1))',
      why: 'counted downwards all counts stand to each other as they did',
    },
    {
      in: 'counts.get(key) ?? 0',
      was: '1',
      is: '2',
      why: 'counted by twos all counts stand to each other as they did',
    },
    { in: 'block.units.reduce', was: '0', is: '1', why: BOUND },
  ],
  'src/ruleset/merge/merge-keys.ts': [
    { was: 'unopposed !== null', is: 'false', why: SHORTCUT },
    { was: 'isSame(first, third) || isSame(second, third)', is: 'false', why: SHORTCUT },
    {
      was: 'isSame(first, third) || isSame(second, third)',
      is: '((isSame(first, third)) && (isSame(second, third)))',
      why: SHORTCUT,
    },
    {
      was: 'key.range[0] - 1',
      is: '((key.range[0]) + (1))',
      why: 'a key and its colon stand in one line: its end is never the second letter',
    },
    { in: 'key.range[0] - 1', was: '0', is: '1', why: 'a key begins and ends in the same line' },
    { in: 'start > 0', was: '0', is: '1', why: 'a line of one letter is no comment with words' },
    {
      in: 'start - 2',
      was: '2',
      is: '3',
      why: 'differs only where an empty line stands between, which ends what belongs to a key',
    },
    {
      was: 'a.source.trimEnd() === b.source.trimEnd() || JSON.stringify(a.value) === JSON.stringify…',
      is: '((a.source.trimEnd() === b.source.trimEnd()) && (JSON.stringify(a.value) === JSON.strin…',
      why: 'the same text holds the same value, and the same value in two texts is merged to it in any case',
    },
    {
      was: 'before === undefined ? 0 : entries.findIndex(([other]) => other === before) + 1',
      is: '(false ? (0) : (entries.findIndex(([other]) => other === before) + 1))',
      why: 'what is not found is at -1, and one further is the beginning',
    },
    {
      was: 'Object.hasOwn(record, name) ? record[name] : undefined',
      is: '(true ? (record[name]) : (undefined))',
      why: 'what every object has is a function, and as JSON nothing',
    },
    { was: 'value.value !== undefined', is: 'true', why: 'a key without a value is not written' },
  ],
  'src/ruleset/merge/merge-text.ts': [{ was: 'unopposed !== null', is: 'false', why: SHORTCUT }],
  'src/ruleset/merge/sentences.ts': [
    { was: 'LONGEST_SHORT', is: '41', why: BOUND },
    { was: 'LONGEST_SPLIT', is: '4001', why: BOUND },
  ],
  'src/forge/github/to-events.ts': [
    { in: '<= 1000', was: '1000', is: '1001', why: 'GitHub’s times are whole seconds' },
  ],
};
