import type { ValueType } from '../value-types.ts';
import { toKebab } from '../names.ts';
import { isPlainObject } from '../values.ts';
import { typeInside } from './index.ts';

/** How a value is written: words, and values inside it that are shown in their own ways. */
export type WrittenPart = string | { readonly value: unknown; readonly type: ValueType | undefined };

const NAME = /([([‘“]?)\{(\w+)\}([)\]’”]?)/u;

/**
 * The parts of a value as its type says that it is written, or null if the type leaves that open. A name without a value is left out with
 * the words before it and the brackets around it.
 *
 * `{identity}({trust})({unholy})` of { identity: 'queen', trust: 4 } → `queen`, `(`, 4, `)`
 */
export function writtenParts(type: ValueType | undefined, value: unknown): readonly WrittenPart[] | null {
  if (type?.kind === 'optional') return writtenParts(type.of, value);
  const { written, between = ', ', ...plain } = type ?? {};
  if (type === undefined || (written === undefined && type.between === undefined)) return null;
  if (isPlainObject(value) && written === undefined) return null;
  const list = Array.isArray(value) ? (value as unknown[]) : null;
  const inner = list === null ? (plain as ValueType) : typeInside(type, '');
  const items = (list ?? [value]).flatMap((one, at) => [
    at === 0 ? '' : between,
    { value: one, type: inner },
  ]);
  const [before = '', after = ''] = (written ?? '…').split('…');
  const parts = isPlainObject(value)
    ? ofRecord((written ?? '').split(NAME), value, type)
    : [before, ...items, after];
  const said = parts.filter((part) => part !== '');
  // A space before the first name that has a value belongs to one that has none.
  return said.map((part, at) => (at === 0 && typeof part === 'string' ? part.trimStart() : part));
}

function ofRecord(
  [words = '', before = '', name, after = '', ...rest]: readonly string[],
  value: Readonly<Record<string, unknown>>,
  type: ValueType,
): readonly WrittenPart[] {
  if (name === undefined) return [words];
  const one = value[name] ?? '';
  const isThere = one !== '' && one !== false && !(Array.isArray(one) && one.length === 0);
  // A yes is written by its name, and a no is left out.
  const part =
    one === true
      ? (typeInside(type, name)?.title ?? toKebab(name).replaceAll('-', ' '))
      : { value: one, type: typeInside(type, name) };
  const own = isThere ? [words, before, part, after] : [];
  return [...own, ...ofRecord(rest, value, type)];
}
