import { action, map, optional, player, rule, text } from 'gitnomic/rules';
import { linesToUndo, undoLine } from '#core/undoing.ts';

export default rule((g) => ({
  game: { record: map(text(), { title: 'score sheet', shown: true }) },
  player: { record: map(text(), { title: 'score sheet', shown: true }) },

  views: { undoable: linesToUndo(g, 'write-down') },

  actions: {
    'write-down': action({
      title: 'Write on the score sheet',
      sentence: 'wrote down[ for {of}]: {what}[ {is}]',
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

    'undo-record': undoLine(g, { of: 'write-down', where: 'the score sheet' }),
  },

  on: {
    'dynasty-begins'({ game }) {
      game.reset('record');
      for (const person of g.people) person.reset('record');
    },
  },
}));
