import { BOUND, each, FOR_TYPES, LONG_TEXT, SHORTCUT, type LivingIn } from './reasons.ts';

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
      was: 'to.filter((place) => place === -1)',
      is: 'to',
      why: 'a bound on the work: all are counted in place of those that are lost, and texts of so many moved parts are not looked at sooner',
    },
    {
      was: 'after.length - taken.size',
      is: 'after.length + taken.size',
      why: 'a bound on the work: twice as many pairs are counted',
    },
    { in: 'removed: true, added: false', was: 'true', is: 'false', why: LONG_TEXT },
    { in: 'removed: true, added: false', was: 'false', is: 'true', why: LONG_TEXT },
    {
      in: 'removed: false, added: true',
      was: 'false',
      is: 'true',
      why: 'whether a part was added is asked first',
    },
    { in: 'removed: false, added: true', was: 'true', is: 'false', why: LONG_TEXT },
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
    ...each(BOUND, [
      'Math.max(one, other) > MOST_GROWTH * (Math.min(one, other) + 20)',
      'Math.max(one, other) >= MOST_GROWTH * (Math.min(one, other) + 20)',
    ]),
    {
      was: 'Math.max(one, other) > MOST_GROWTH * (Math.min(one, other) + 20)',
      is: 'false',
      why: 'a bound on the work: what is so much longer is hardly alike when it is compared, too',
    },
    {
      was: 'mine === yours && count === mine',
      is: 'mine === yours || count === mine',
      why: 'the last check of a merge that is right: nothing is known that comes there and is wrong',
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
      was: 'key.range[0] - 1',
      is: 'key.range[0] + 1',
      why: 'a key and its colon stand in one line: its end is never the second letter',
    },
    {
      was: 'a.source.trimEnd() === b.source.trimEnd() || JSON.stringify(a.value) === JSON.stringify(b.value)',
      is: 'a.source.trimEnd() === b.source.trimEnd() && JSON.stringify(a.value) === JSON.stringify(b.value)',
      why: 'the same text holds the same value, and the same value in two texts is merged to it in any case',
    },
    {
      was: 'before === undefined',
      is: 'false',
      why: 'what is not found is at -1, and one further is the beginning',
    },
    { was: 'value.value !== undefined', is: 'true', why: 'a key without a value is not written' },
  ],
  'src/ruleset/merge/merge-text.ts': each(SHORTCUT, ['unopposed !== null', 'false']),
};
