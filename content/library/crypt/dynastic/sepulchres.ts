import { optional, rule, thing } from 'gitnomic/rules';
import type { Player, Things } from 'gitnomic/rules';

export interface Asks {
  'collapse-sepulchre'(words: { room: Things['rooms'] }): readonly Player[];
}

export default rule(({ players, hook }) => ({
  player: { sepulchre: optional(thing('rooms'), { none: 'none', title: 'Sepulchre' }) },

  hooks: {
    /** Gives back those whose Sepulchre it was, for what else depends on it. */
    'collapse-sepulchre'({ room, emit }) {
      const lords = players.filter(({ sepulchre }) => room.is(sepulchre));
      if (lords.length === 0) return lords;
      for (const lord of lords) lord.sepulchre = null;
      hook('strip-room', { room }, null);
      room.set({ explored: false, name: '', description: '' });
      emit('told', { text: 'the Sepulchre collapses' });
      return lords;
    },
  },
}));
