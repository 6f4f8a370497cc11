import { action, map, optional, player, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  game: { record: map(text(), { title: 'record', shown: true }) },
  player: { record: map(text(), { title: 'record', shown: true }) },

  actions: {
    'write-down': action({
      title: 'Write down',
      sentence: 'wrote down[ for {of}]: {what}[ {is}]',
      about:
        'What is so from now on, of the whole game or of one Player. With nothing for “is”, it is struck out.',
      with: {
        of: optional(player()),
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
}));
