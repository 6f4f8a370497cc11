import type { Terms } from '../../../kernel/manifest.ts';
import type { Unsure } from './layout.ts';
import type { Source } from '../../../cli/command.ts';
import { LAYOUTS } from './layouts.ts';
import { writeRules } from './write-rules.ts';

export interface Imported {
  /** The layout with which the text was read. */
  readonly layout: string;
  readonly files: ReadonlyMap<string, string>;
  /** Places that a person should check, with their lines. */
  readonly unsure: readonly Unsure[];
}

export interface ImportOptions {
  /** The words for player and emperor in the text, which are replaced by plain words. */
  readonly terms?: Terms;
}

/** Converts the texts of a ruleset to rule files. No sentence is lost. */
export function importRuleset(sources: readonly Source[], options: ImportOptions = {}): Imported {
  const layout = LAYOUTS.find((one) => one.detect(sources));
  if (!layout) throw new Error('the last layout reads any text');
  const parsed = layout.parse(sources);
  const unsure = [...parsed.unsure];
  const files = writeRules(parsed.rules, unsure, options.terms);
  return { layout: layout.name, files, unsure: unsure.sort((a, b) => a.line - b.line) };
}

export function importText(text: string, options: ImportOptions = {}): Imported {
  return importRuleset([{ path: '', text }], options);
}
