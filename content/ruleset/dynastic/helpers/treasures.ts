import { action, choice, integer, list, optional, text, thing } from 'gitnomic/rules';
import type { Game, Player, RuleDefinition, Things } from 'gitnomic/rules';
import { inWords, without } from './lists.ts';

const CHESTS = ['fine-chest', 'average-chest'] as const;
type Chest = (typeof CHESTS)[number];
type Room = Things['rooms'];
type Contents = Room['fineChestContents'];

export interface Asks {
  'approach-chest'(words: { chest: Chest; room: Room }): void;
  'use-treasure'(words: { treasure: string }): void;
  'treasures-on-arrival'(words: { room: Room; sepulchreOf: readonly Player[] }): void;
  'treasure-acts'(words: { treasure: string; room: Room; sepulchreOf: readonly Player[] }): void;
  'treasure-slays'(): boolean;
}

interface Ways {
  readonly loseEnergy: (amount: number) => void;
  /** What was determined in advance for a chest, and null where nothing was. */
  readonly found: (room: Room, chest: Chest) => readonly string[] | null;
  /** What is determined for a chest, once a set of contents is more. */
  readonly withSet: (
    kept: Contents,
    set: readonly string[],
  ) => Parameters<Room['set']>[0]['fineChestContents'];
  /** The owners of Sigils that a ring can destroy. */
  readonly sigilsIn: (room: Room) => readonly Player[];
  /** The rooms to which a secret passage may lead. */
  readonly beyond: () => readonly Room[];
}

/** Chests, and what is in them. */
export function treasures(g: Game, { loseEnergy, found: foundIn, withSet, sigilsIn, beyond }: Ways) {
  const { value, hook, emit, secret, refuse } = g;
  const rows = g.table('treasures', {
    treasure: text({ filled: true }),
    list: choice(['average', 'fine']),
    use: text(),
    energy: integer(),
  });
  const ids = rows.map(({ treasure }) => treasure);
  const rowOf = (id: string) => rows.find(({ treasure }) => treasure === id);
  const listed = (kind: 'average' | 'fine') =>
    rows.filter((row) => row.list === kind).map(({ treasure }) => treasure);
  const kindsIn = (chest: Chest): readonly ('average' | 'fine')[] =>
    chest === 'fine-chest' ? ['fine', 'average'] : ['average'];

  return {
    ids,

    ...({
      emperor: {
        items: optional(list(choice(ids)), { private: true }),
        nextDestination: optional(thing('rooms'), { private: true }),
      },

      on: {
        retreated({ emperor }) {
          emperor.reset('items', 'nextDestination');
        },
      },

      hooks: {
        'remove-feature'({ room, feature }, next) {
          next();
          if (feature === 'fine-chest') room.fineChestContents = [];
          if (feature === 'average-chest') room.averageChestContents = [];
        },

        'feature-acts'({ feature, room, emperor }, next) {
          if (feature === 'loses-items') emperor.items = [];
          else if (feature === 'fine-chest' || feature === 'average-chest')
            hook('approach-chest', { chest: feature, room });
          else return next();
          return true;
        },

        'approach-chest'({ chest, room, emperor }) {
          if ((emperor.items ?? []).length > value('most-held') || !secret.yes()) return;
          emit('told', { text: 'he opens a chest' });
          loseEnergy(value('opening-energy'));
          const found =
            foundIn(room, chest) ?? kindsIn(chest).flatMap((kind) => secret.pick(listed(kind)) ?? []);
          emperor.set({ items: [...(emperor.items ?? []), ...found] });
          for (const treasure of found) {
            const use = rowOf(treasure)?.use;
            if (use === 'at once' || use === 'while held')
              hook('treasure-acts', { treasure, room, sepulchreOf: [] });
          }
        },

        'use-treasure'({ treasure, emperor }) {
          emperor.set({ items: without<string>(emperor.items ?? [], treasure) });
        },

        'treasures-on-arrival'({ room, sepulchreOf, emperor }) {
          for (const treasure of emperor.items ?? []) {
            if (rowOf(treasure)?.use === 'on arrival') hook('treasure-acts', { treasure, room, sepulchreOf });
          }
        },

        /** What a treasure does at its moment, using it up where it is one that is used. */
        'treasure-acts'({ treasure, room, sepulchreOf, emperor }) {
          const row = rowOf(treasure);
          const use = () => hook('use-treasure', { treasure });
          switch (treasure) {
            case 'rod-of-smoothing': {
              use();
              const feature = secret.pick(room.features);
              if (feature !== undefined) hook('remove-feature', { room, feature });
              return;
            }
            case 'depleted-ring-of-warding': {
              const owner = secret.pick(sigilsIn(room));
              if (owner === undefined) return;
              use();
              hook('destroy-sigil', { room, owner });
              return;
            }
            case 'empowered-ring-of-warding':
              if (sigilsIn(room).length === 0) return;
              use();
              for (const owner of room.sigils) hook('destroy-sigil', { room, owner });
              return;
            case 'silver-tipped-stake':
              if (sepulchreOf.length === 0) return;
              use();
              for (const lord of sepulchreOf) lord.puissance = 0;
              return;
            default:
              if (row?.use === 'at once') use();
              if (row !== undefined) emperor.energy = (emperor.energy ?? 0) + row.energy;
          }
          if (treasure === 'secret-passage-map') emperor.nextDestination = g.pick(beyond()) ?? null;
          if (treasure === 'rocs-feather' || treasure === 'angels-feather') emperor.agile = true;
          if (treasure === 'writ-of-blessing' || treasure === 'watchful-saint-figurine')
            emperor.perceptive = true;
        },

        /** Whether something he holds slays the Denizen before any roll. */
        'treasure-slays'({ emperor }) {
          const weapon = (emperor.items ?? []).find(
            (item) => item === 'rusty-crossbow' || item === 'elaborate-crossbow',
          );
          if (weapon === 'rusty-crossbow') hook('use-treasure', { treasure: weapon });
          return weapon !== undefined;
        },

        wound({ how, emperor }, next) {
          if (how !== 'grievous' || !(emperor.items ?? []).includes('bandages')) return next();
          hook('use-treasure', { treasure: 'bandages' });
          return next({ how: 'light' });
        },
      },

      actions: {
        'set-chest': action({
          marks: { power: true },
          title: 'Set a chest',
          sentence: 'set a chest in {room}',
          about: 'Determines what is in a treasure chest.',
          with: { room: thing('rooms'), chest: choice(CHESTS), contents: list(text({ from: 'treasures' })) },
          cost: () => ({ puissance: value('setting-cost') }),
          check({ room, chest, contents: set }) {
            if (!room.features.includes(chest))
              refuse('chest', `there is no such chest in that room: ${chest}`);
            const kinds = kindsIn(chest);
            const fits =
              set.length === kinds.length && kinds.every((kind, i) => rowOf(set[i] ?? '')?.list === kind);
            if (!fits)
              refuse(
                'contents',
                `the contents of this chest are ${inWords(kinds.length)}: ${kinds.map((kind) => `one of ${listed(kind).join(', ')}`).join('; then ')}`,
              );
          },
          effect({ room, chest, contents: set }) {
            if (chest === 'fine-chest') room.set({ fineChestContents: withSet(room.fineChestContents, set) });
            else room.set({ averageChestContents: withSet(room.averageChestContents, set) });
          },
        }),
      },
    } satisfies RuleDefinition),
  };
}
