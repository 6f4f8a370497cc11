import { inWords } from '../../wording/naming.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import type { CollectionData, ThingData } from './site-data.ts';

export interface FieldData {
  readonly id: string;
  readonly title: string;
  readonly hidden: boolean;
  readonly type: ValueType | undefined;
}

/** The fields of a collection's things that a page shows: those that it names, or all. */
export function shownFields(collection: CollectionData, named: readonly string[]): readonly FieldData[] {
  const ids = named.length > 0 ? named : collection.columns.map(({ id }) => id);
  return ids.map((id) => {
    const column = collection.columns.find((one) => one.id === id);
    return {
      id,
      title: column?.title ?? inWords(id),
      hidden: column?.private === true,
      type: column?.type,
    };
  });
}

export function valueOf(thing: ThingData, field: string): unknown {
  return thing.values[field] ?? thing.views[field];
}

/** True if there is anything to show. */
export function isSaid(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === 'none') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
