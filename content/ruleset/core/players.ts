import { playersWho } from '#core/players.ts';

export default playersWho({
  // Nothing lets a player cease to be one: whoever would like to is asking to be idle.
  leave(person, { now }) {
    if (person.state === 'active') person.idleAsked = now;
  },
});
