import { list, rule, text } from 'gitnomic/rules';

export default rule(({ words, ruleset }) => {
  const own = words('tracking-page');
  const reserved = words('reserved');

  /** Every page that the rules, or the dynasties before, have named. */
  const isTaken = (page: string, others: readonly string[]): boolean => {
    const named = ruleset.rules.flatMap(({ values }) =>
      ['page', 'tracking-page'].flatMap((id) => values[id]?.text ?? []),
    );
    return [...others, ...named].some((name) => name.toLowerCase() === page.toLowerCase());
  };

  return {
    game: { trackingPage: text({ start: own }), earlierPages: list(text()) },

    on: {
      address({ address, game, rule, refuse }) {
        const page = address.trackingPage?.trim() ?? null;
        if (page === null) return;
        const blocked = page === '' || isTaken(page, [game.trackingPage, ...game.earlierPages]);
        if (blocked) refuse('tracking-page', `“${page}” is no new tracking page: one of that name exists`);
        if (page.toLowerCase().startsWith(reserved.toLowerCase()))
          refuse('tracking-page', `the name of a tracking page does not begin with ${reserved}`);
        ruleset.amend({
          type: 'edit-rule',
          path: rule.path,
          replace: `[${own}](#value:tracking-page)`,
          with: `[${page}](#value:tracking-page)`,
        });
        game.earlierPages = [...game.earlierPages, game.trackingPage];
        game.trackingPage = page;
      },
    },
  };
});
