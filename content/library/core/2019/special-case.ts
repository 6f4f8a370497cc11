import { rule } from 'gitnomic/rules';

export default rule(({ ruleset }) => ({
  on: {
    address({ address, refuse }) {
      const inactive = new Set<string>();
      for (const [title, status] of Object.entries(address.specialCases)) {
        const found = ruleset.findAll(title).find(({ section }) => section === 'special-case');
        if (found === undefined) refuse('special-cases', `there is no Special Case Rule ${title}`);
        if (status !== 'active' && status !== 'inactive')
          refuse('special-cases', `${title} is to be active or inactive, and not ${String(status)}`);
        if (found !== undefined && status === 'inactive') inactive.add(found.path);
      }
      for (const { section, path, status, marked } of ruleset.rules) {
        if (section !== 'special-case' || path === 'special-case') continue;
        const wanted = inactive.has(path) ? 'inactive' : 'active';
        if (wanted !== status || !marked) ruleset.amend({ type: 'set-status', path, status: wanted });
      }
    },

    // What the emperor noted about somebody belongs to the dynasty, even where no rule that is active speaks of it.
    'dynasty-begins': ({ emperor }) => emperor.reset('traitor'),
  },
}));
