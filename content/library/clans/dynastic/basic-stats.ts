import { integer, rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  player: {
    strength: integer({ title: 'Strength', start: value('start') }),
    skill: integer({ title: 'Skill', start: value('start') }),
    reflex: integer({ title: 'Reflex', start: value('start') }),
  },
}));
