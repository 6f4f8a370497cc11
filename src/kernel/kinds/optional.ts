import { NO } from './cells.ts';
import { simple, type ValueKind, type TypeOf } from './kind.ts';

export const optional: ValueKind<TypeOf<'optional'>> = {
  ...simple,
  encode: ({ of, none }, value, refs, encode) =>
    value === null || value === undefined || value === none ? none : encode(of, value, refs),
  check: ({ of, none }, value, check) =>
    value === none || (value !== null && value !== undefined && check(of, value)),
  decode: ({ of, none }, stored, _, decode) =>
    stored === none || stored === null ? null : decode(of, stored),
  start: ({ none }) => none,
  cell: ({ of }, text, wrong, cell) => (NO.has(text) ? null : cell(of, text, wrong)),
  declare: ({ of }, declare) => `${declare(of)} | null`,
  field: ({ of }, _, field) => field(of),
  inside: ({ of }, key, inside) => inside(of, key),
  show: ({ of }, text, _, show) => show(of, text),
};
