import { integer, rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  player: { kudos: integer({ title: 'Kudos', start: value('start') }) },
}));
