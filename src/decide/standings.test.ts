import { expect, test } from 'vitest';

import { votesShown } from './standings.ts';

const NAMES: Readonly<Record<string, string>> = { ana: 'Ana Byron', bo: 'Bo', twin: 'Bo', 'cy-9': 'Cy' };
const naming = { person: (id: string): string => NAMES[id] ?? id };
const accounts = { shown: (id: string, name = id): string => (id === 'cy-9' ? `${name} (machine)` : name) };

test('who voted stands there by name, or by id where two have the same, and a machine is marked', () => {
  expect(
    votesShown({ ana: 'FOR', bo: 'FOR', twin: 'AGAINST', 'cy-9': 'FOR', gone: 'FOR' }, accounts, naming),
  ).toEqual({ 'Ana Byron': 'FOR', bo: 'FOR', twin: 'AGAINST', 'Cy (machine)': 'FOR', gone: 'FOR' });
});
