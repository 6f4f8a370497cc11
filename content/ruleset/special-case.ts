import { rule } from 'gitnomic/rules';

type Status = 'active' | 'inactive';

export default rule(({ ruleset }) => ({
  on: {
    address({ address, refuse }) {
      const rules = ruleset.rules.filter(
        ({ section, path }) => section === 'special-case' && path !== 'special-case',
      );
      const asked = new Map<string, Status>();
      for (const [title, status] of Object.entries(address.specialCases)) {
        const found = ruleset.findAll(title).find(({ section }) => section === 'special-case');
        if (found === undefined) refuse('special-cases', `there is no Special Case Rule ${title}`);
        if (status !== 'active' && status !== 'inactive')
          refuse('special-cases', `${title} is to be active or inactive, and not ${String(status)}`);
        else if (found !== undefined) asked.set(found.path, status);
      }
      for (const { path, rare, status } of rules) {
        const wanted = asked.get(path) ?? (rare ? 'inactive' : 'active');
        if (wanted !== status) ruleset.amend({ type: 'set-status', path, status: wanted });
      }
    },

    // What the emperor noted about somebody belongs to the dynasty, even where no rule that is active speaks of it.
    'dynasty-begins': ({ emperor }) => emperor.reset('traitor'),
  },
}));
