import { action, map, optional, player, rule, text } from 'gitnomic/rules';

export default rule(({ people }) => ({
  game: { record: map(text(), { title: 'score sheet' }) },
  player: { record: map(text(), { title: 'score sheet' }) },

  actions: {
    'write-down': action({
      title: 'Write on the score sheet',
      sentence: 'wrote down {what}[: {is}][ of {of}]',
      about: 'What is so from now on. With nothing for “is”, it is struck out.',
      with: {
        of: optional(player(), { title: 'of whom (of the whole game if nobody)' }),
        what: text({ filled: true }),
        is: text({ start: '' }),
        reason: text({ filled: true }),
      },
      effect({ of, what, is, game }) {
        const owner = of ?? game;
        const { [what]: _, ...others } = owner.record;
        owner.record = is === '' ? others : { ...others, [what]: is };
      },
    }),
  },

  on: {
    'dynasty-begins'({ game }) {
      game.reset('record');
      for (const person of people) person.reset('record');
    },
  },
}));
