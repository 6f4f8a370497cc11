import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { composeRuleset, type Composed } from '../../src/ruleset/compose.ts';

const known = new Map<string, Composed>();

/** The rules of a pack as the library has them, put together once however many dynasties are played under them. */
export function rulesOf(core: string, dynasty: string): Composed {
  const key = `${core} ${dynasty}`;
  const found = known.get(key) ?? composeRuleset(shippedLibrary, { core, dynasty });
  known.set(key, found);
  return found;
}
