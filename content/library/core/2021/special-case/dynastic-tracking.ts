import { rule, text } from 'gitnomic/rules';

export default rule(({ words }) => ({
  game: { trackingPage: text({ start: words('page') }) },

  on: {
    address({ address, game, ruleset, rule, refuse }) {
      const page = address.trackingPage;
      if (page === null) return;
      const known = [game.trackingPage, words('page')].some((name) => name.toLowerCase() === page.toLowerCase());
      if (page.trim() === '' || known) refuse('tracking-page', `a tracking page called ${page} exists already`);
      if (page.toLowerCase().startsWith(words('reserved').toLowerCase())) refuse('tracking-page', `the name of the tracking page must not begin with ${words('reserved')}`);
      ruleset.amend({ type: 'edit-rule', path: rule.path, replace: `[${words('page')}](#value:page)`, with: `[${page}](#value:page)` });
      game.trackingPage = page;
    },
  },
}));
