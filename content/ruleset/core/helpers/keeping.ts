import type { Game, RuleFacts } from 'gitnomic/rules';

/** The dynastic rules that go: all but those kept, their sub-rules, and what they are part of. */
export function toBeRepealed(rules: readonly RuleFacts[], kept: readonly RuleFacts[]): readonly RuleFacts[] {
  const isKept = ({ path }: RuleFacts): boolean =>
    kept.some(
      (rule) => path === rule.path || path.startsWith(`${rule.path}/`) || rule.path.startsWith(`${path}/`),
    );
  return rules.filter((rule) => rule.section === 'dynastic' && rule.path !== 'dynastic' && !isKept(rule));
}

/** What dynastic rules track of players and of the game begins again, apart from secrets. */
export function startAnew({ ruleset, people, game }: Pick<Game, 'ruleset' | 'people' | 'game'>): void {
  const idsOf = (scope: 'player' | 'game') =>
    ruleset
      .fields(scope)
      .flatMap(({ id, type, rule }) => (rule.section === 'dynastic' && type.private !== true ? [id] : []));
  for (const person of people) for (const id of idsOf('player')) person.reset(id as never);
  for (const id of idsOf('game')) game.reset(id as never);
}
