import { rule } from 'gitnomic/rules';

export default rule(({ ruleset }) => ({
  precedence({ mutable, number }) {
    const tiers = ruleset.find('Immutable over Mutable') !== null;
    const place = Number(number);
    return [tiers && mutable === false ? 1 : 0, Number.isNaN(place) ? -Number.MAX_SAFE_INTEGER : -place];
  },
}));
