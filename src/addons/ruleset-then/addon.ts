import type { Addon } from '../../cli/command.ts';

/** Shows the ruleset as it stood at any moment, and how two moments differ. */
export const rulesetThen: Addon = {
  site: {
    pages: {
      'then/': 'src/addons/ruleset-then/pages/index.astro',
      'then/[moment]': 'src/addons/ruleset-then/pages/moment.astro',
      'changes.json': 'src/addons/ruleset-then/pages/changes.json.ts',
    },
    addresses: 'src/addons/ruleset-then/moments.ts',
    parts: {
      ruleset: 'src/addons/ruleset-then/ruleset.astro',
      matter: 'src/addons/ruleset-then/matter.astro',
    },
  },
};
