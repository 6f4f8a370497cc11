import { BOUND, each, FOR_TYPES, SHORTCUT, type LivingIn } from './reasons.ts';

export const IN_MERGE: LivingIn = {
  'src/ruleset/merge/align.ts': [
    ...each(
      BOUND,
      ['lost * (after.length - taken.size) > MOST_PAIRS', 'lost * (after.length - taken.size) >= MOST_PAIRS'],
      ['old.length * new_.length > MOST_PAIRS', 'old.length * new_.length >= MOST_PAIRS'],
    ),
    ...each(FOR_TYPES, ['score[row]?.[column]', 'score[row][column]']),
    ...each('past the end nothing is paired any more', ['column < new_.length', 'column <= new_.length']),
    {
      was: 'after.length - taken.size',
      is: 'after.length + taken.size',
      why: 'a bound on the work: twice as many pairs are counted',
    },
    {
      in: 'removed: false, added: true',
      was: 'false',
      is: 'true',
      why: 'whether a part was added is asked first',
    },
    {
      was: 'text.toLowerCase()',
      is: 'text.toUpperCase()',
      why: 'it measures likeness: letters such as ß, of which one capital is two, are all in which the two differ',
    },
  ],
  'src/ruleset/merge/blocks.ts': [
    ...each(
      'beyond the last line stands an empty one, which opens nothing and goes on with nothing',
      ['at < lines.length', 'at <= lines.length'],
      ['end < lines.length', 'true'],
      ['end < lines.length', 'end <= lines.length'],
    ),
    ...each(
      FOR_TYPES,
      ['/^\\s*/.exec(body)?.[0]', '/^\\s*/.exec(body)[0]'],
      ['lines[at]?.trim', 'lines[at].trim'],
    ),
  ],
  'src/ruleset/merge/merge-body.ts': [
    ...each(FOR_TYPES, ['like.at(-1)?.after', 'like.at(-1).after'], ['like[0]?.after', 'like[0].after']),
    {
      was: 'mine === yours',
      is: 'true',
      why: 'the last check of a merge that is right: none is known to come there in which a sentence stands as often as one side has it, and should not',
    },
    {
      was: '(counts.get(key) ?? 0) + 1',
      is: '(counts.get(key) ?? 0) - 1',
      why: 'counted downwards all counts stand to each other as they did',
    },
  ],
  'src/ruleset/merge/merge-keys.ts': [
    ...each('above the first line stands nothing', ['start > 0', 'start >= 0']),
    ...each(
      'the same text holds the same value, which is asked next',
      ['a.source.trimEnd() === b.source.trimEnd()', 'false'],
      ['a.source.trimEnd()', 'a.source.trimStart()'],
      ['b.source.trimEnd()', 'b.source.trimStart()'],
    ),
    ...each(
      SHORTCUT,
      ['unopposed !== null', 'false'],
      ['isSame(first, third) || isSame(second, third)', 'false'],
      ['isSame(first, third) || isSame(second, third)', 'isSame(first, third) && isSame(second, third)'],
    ),
    {
      was: 'document === null',
      is: 'false',
      why: 'where there is no document there are faults, which are asked next',
    },
    {
      was: '(pair.value as { toJSON?: () => unknown } | null)?.toJSON?.()',
      is: '(pair.value as { toJSON?: () => unknown } | null)?.toJSON()',
      why: 'asked for the types alone: each value that the parser gives can say itself in JSON',
    },
    {
      was: 'before === undefined',
      is: 'false',
      why: 'what is not found is at -1, and one further is the beginning',
    },
    { was: 'value.value !== undefined', is: 'true', why: 'a key without a value is not written' },
  ],
  'src/ruleset/merge/merge-sequence.ts': each(
    'asked for the types alone: a thing that is gone does not stand still, which is asked next',
    ['item === null', 'false'],
  ),
  'src/ruleset/merge/merge-tree.ts': each(SHORTCUT, ['unopposed !== null', 'false']),
  'src/ruleset/merge/sentences.ts': [
    ...each('asked for the types alone: each end of a sentence has a space behind it', [
      '/\\s+$/.exec(found[0])?.[0]',
      '/\\s+$/.exec(found[0])[0]',
    ]),
    ...each(BOUND, ['unit.text.length > LONGEST_SPLIT', 'unit.text.length >= LONGEST_SPLIT']),
  ],
};
