import type { Addon } from '../../cli/command.ts';

/** Imports the rules and the history that a group had before it came here. */
export const imports: Addon = {
  commands: [
    {
      name: 'import',
      summary: 'turn the text of a ruleset into rule files',
      load: () => import('./ruleset-command.ts'),
    },
    {
      name: 'import history',
      summary: 'import a game’s history from before it was played here',
      formerly: { 'import-history': 'import history' },
      load: () => import('./history-command.ts'),
    },
  ],
  loadRulesetReader: async () => (await import('./ruleset/read-ruleset.ts')).readGroupRules,
};
