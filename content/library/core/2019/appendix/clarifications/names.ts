import { rule } from 'gitnomic/rules';

export default rule(({ words }) => ({
  hooks: { 'unnamed-rule': (_, next) => next() ?? words('unnamed') },
}));
