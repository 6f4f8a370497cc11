import { boolean, derive, rule } from 'gitnomic/rules';
import { cornerIds } from './helpers/grid.ts';

export default rule(({ words, view, rooms, refuse }) => {
  const isBarred = (value: unknown): boolean => {
    const room = rooms.get(value);
    return room !== null && view('cornerstone', room) && !room.explored;
  };

  return {
    views: {
      cornerstone: derive({
        of: 'rooms',
        returns: boolean(),
        value(room) {
          const [columns = 0, rows = 0] = view('map-size');
          return cornerIds({ columns, rows }).includes(room.id);
        },
      }),
      background: (room, next) => (isBarred(room) ? words('colour') : next()),
    },

    hooks: {
      'may-take'({ action, rule, params }, next) {
        next();
        if (rule.section !== 'dynastic') return;
        for (const [name, type] of Object.entries(action.with ?? {})) {
          const given = params[name];
          if (namesRoom(type) && given !== null && isBarred(given)) {
            refuse(name, 'an unexplored Cornerstone Chamber is no subject of any dynastic action');
          }
        }
      },
    },
  };
});

interface ParameterType {
  readonly kind: string;
  readonly collection?: string;
  readonly of?: unknown;
}

function namesRoom(type: ParameterType): boolean {
  if (type.kind === 'optional') return namesRoom(type.of as ParameterType);
  return type.kind === 'thing' && type.collection === 'rooms';
}
