import type { RulesetReader } from '../../../cli/command.ts';
import { importRuleset } from './import-ruleset.ts';
import { groupUnsure } from './say-unsure.ts';

export const readGroupRules: RulesetReader = (sources) => {
  const { unsure, ...read } = importRuleset(sources);
  return { ...read, unclear: groupUnsure(unsure) };
};
