import {
  composeRuleset,
  listPacks,
  readPackFile,
  recommendedPack,
  type Choice,
} from '../../src/ruleset/compose.ts';
import { readRuleset } from '../../src/ruleset/read.ts';

/** These play the sample, so only this project needs them. */
export const SAMPLE_ONLY = /^[^/]+\/players\//u;

/** Returns the texts of all clauses among these files, and of the files that they import from their own packs. */
export function clausesIn(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    path.endsWith('.ts') && !SAMPLE_ONLY.test(path) ? [text] : [],
  );
}

/** Returns the clauses that tables are compiled to in a game that begins with these rules. */
export function tablesIn(library: ReadonlyMap<string, string>, choice: Choice): readonly string[] {
  const { files, terms } = composeRuleset(library, choice);
  return [...readRuleset(files, terms).tables.values()];
}

/** Each core alone, and each dynasty with the core that it was written for, or the usual one. */
export function choicesOf(library: ReadonlyMap<string, string>): readonly Choice[] {
  const { core, dynasties } = listPacks(library);
  const coreOf = (dynasty: string): string | undefined =>
    readPackFile(dynasty, library.get(`${dynasty}/pack.yml`) ?? '').pack?.core;
  const usual = recommendedPack(library)?.core;
  const headed = dynasties.flatMap((dynasty) => {
    const own = coreOf(dynasty) ?? usual;
    return own === undefined ? [] : [{ core: own, dynasty }];
  });
  return [...core.map((one) => ({ core: one })), ...headed];
}

/** The clauses of the library, with those that its tables are compiled to. */
export function allClauses(library: ReadonlyMap<string, string>): readonly string[] {
  return [...clausesIn(library), ...choicesOf(library).flatMap((choice) => tablesIn(library, choice))];
}
