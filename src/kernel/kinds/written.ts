import type { ValueType } from '../value-types.ts';
import { isPlainObject } from '../values.ts';
import { typeInside } from './index.ts';

/** How a value is written: words, and values inside it that are shown in their own ways. */
export type WrittenPart = string | { readonly value: unknown; readonly type: ValueType | undefined };

const HOLDER = /([([‘“]?)\{(\w+)\}([)\]’”]?)/u;

/**
 * The parts of a value as its type says that it is written, or null if the type leaves that open. Of a record without a value for a name,
 * brackets or quotation marks around that name are left out too.
 *
 * `{identity}({trust})({unholy})` of { identity: 'queen', trust: 4 } → `queen`, `(`, 4, `)`
 */
export function writtenParts(type: ValueType | undefined, value: unknown): readonly WrittenPart[] | null {
  if (type?.kind === 'optional') return writtenParts(type.of, value);
  const { written, between } = type ?? {};
  if (type === undefined || (written === undefined && between === undefined)) return null;
  if (isPlainObject(value)) return written === undefined ? null : ofRecord(written, value, type);
  const items = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one, at) => [
    ...(at === 0 ? [] : [between ?? ', ']),
    Array.isArray(value)
      ? { value: one, type: typeInside(type, '') }
      : { value: one, type: { ...type, written: undefined, between: undefined } as unknown as ValueType },
  ]);
  const [before = '', after = ''] = (written ?? '…').split('…');
  return [before, ...items, after].filter((part) => part !== '');
}

function ofRecord(
  written: string,
  value: Readonly<Record<string, unknown>>,
  type: ValueType,
): readonly WrittenPart[] {
  const parts: WrittenPart[] = [];
  let rest = written;
  for (let found = HOLDER.exec(rest); found !== null; found = HOLDER.exec(rest)) {
    const [whole, before = '', name = '', after = ''] = found;
    const words = rest.slice(0, found.index);
    rest = rest.slice(found.index + whole.length);
    const one = value[name];
    const isThere =
      one !== undefined && one !== null && one !== '' && !(Array.isArray(one) && one.length === 0);
    if (isThere) parts.push(words, before, { value: one, type: typeInside(type, name) }, after);
  }
  const all = [...parts, rest].filter((part) => part !== '');
  // A space before the first name that has a value belongs to one that has none.
  return typeof all[0] === 'string' ? [all[0].trimStart(), ...all.slice(1)] : all;
}
