import type { Addon } from '../../cli/command.ts';

/** Takes over what a group wrote and played before it came here: the text of its rules, and its history. */
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
      load: () => import('./history-command.ts'),
    },
  ],
  loadRulesetReader: async () => (await import('./ruleset/read-ruleset.ts')).readGroupRules,
};
