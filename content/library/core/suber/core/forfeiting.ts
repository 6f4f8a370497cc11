import { action, rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

export interface Tells {
  forfeited: { person: Person };
}

export default rule(() => ({
  actions: {
    forfeit: action({
      title: 'Forfeit the game',
      sentence: 'forfeited the game',
      effect({ actor, emit }) {
        emit('forfeited', { person: actor });
      },
    }),
  },
}));
