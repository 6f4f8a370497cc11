import type { Terms } from '../../kernel/manifest.ts';
import type { Source, Unsure } from './layout.ts';
import { LAYOUTS } from './layouts.ts';
import { writeRules } from './write-rules.ts';

export interface Imported {
  /** Which layout the text was read as. */
  readonly layout: string;
  readonly files: ReadonlyMap<string, string>;
  /** Places that a person should look at, with their lines. */
  readonly unsure: readonly Unsure[];
}

export interface ImportOptions {
  /** The words for player and emperor in the text, which plain words then replace. */
  readonly terms?: Terms;
}

/** Turns the texts of a ruleset into a tree of rule files; every sentence of it is in one of them. */
export function importRuleset(sources: readonly Source[], options: ImportOptions = {}): Imported {
  const layout = LAYOUTS.find((one) => one.detect(sources));
  if (!layout) throw new Error('the last layout reads any text');
  const parsed = layout.parse(sources);
  const unsure = [...parsed.unsure];
  const files = writeRules(parsed.rules, unsure, options.terms);
  return { layout: layout.name, files, unsure: unsure.sort((a, b) => a.line - b.line) };
}

/** The same for one text. */
export function importText(text: string, options: ImportOptions = {}): Imported {
  return importRuleset([{ path: '', text }], options);
}
