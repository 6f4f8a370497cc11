import { rule } from 'gitnomic/rules';

export default rule(() => ({
  precedence: ({ mutable }) => [mutable === false ? 1 : 0, 0],
}));
