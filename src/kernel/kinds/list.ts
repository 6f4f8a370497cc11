import { IllegalValue, showValue } from '../values.ts';
import { NO } from './cells.ts';
import { simple, type ValueKind, type TypeOf } from './kind.ts';

/** Nobody minds the order of rules that are chosen. */
const OF_RULES: ReadonlySet<string> = new Set(['rules', 'dynastic-rules', 'special-cases']);

export const list: ValueKind<TypeOf<'list'>> = {
  ...simple,
  encode({ of, min, max }, value, refs, encode) {
    if (!Array.isArray(value)) throw new IllegalValue(`must be a list, not ${showValue(value)}`);
    if (max !== undefined && value.length > max)
      throw new IllegalValue(`can’t have more than ${max}, and would have ${value.length}`);
    if (min !== undefined && value.length < min)
      throw new IllegalValue(`can’t have fewer than ${min}, and would have ${value.length}`);
    // `map` and `every` skip the gaps of a list, which files can't hold.
    return Array.from(value, (item) => encode(of, item, refs));
  },
  check: ({ of, min = 0, max = Infinity }, value, check) =>
    Array.isArray(value) &&
    value.length >= min &&
    value.length <= max &&
    [...(value as unknown[])].every((item) => check(of, item)),
  decode: ({ of }, stored, _, decode) => Object.freeze((stored as unknown[]).map((item) => decode(of, item))),
  start: ({ of, min }, start) => Array.from({ length: min ?? 0 }, () => start(of)),
  cell: ({ of }, text, wrong, cell) =>
    Object.freeze(NO.has(text) ? [] : text.split(/\s*,\s*/).map((item) => cell(of, item, wrong))),
  declare: ({ of }, declare) => `readonly (${declare(of)})[]`,
  field({ of, min, max, unordered = OF_RULES.has(of.from ?? '') }, _, field) {
    const each = field(of);
    const { options = [] } = each;
    const some = options.slice(0, 2).map(({ value }) => value);
    const common = { hint: `Such as [${some.join(', ') || 'one, two'}]`, blank: (min ?? 0) === 0 };
    if (each.input === 'one-of' && unordered) return { input: 'some-of', ...common, options };
    if (each.input === 'text' || each.input === 'name' || each.input === 'time' || each.input === 'integer')
      return { input: 'lines', ...common, numbers: each.input === 'integer' };
    return { input: 'rows', ...common, options, parts: { each: of }, min: min ?? null, max: max ?? null };
  },
  inside: ({ of }) => of,
};
