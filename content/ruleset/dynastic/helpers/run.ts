import { integer, list, map, optional, text, time } from 'gitnomic/rules';
import type { Game, Player, RuleDefinition, Things } from 'gitnomic/rules';
import { changesSince, placed } from './journal.ts';
import type { Picture } from './journal.ts';
import { count } from './lists.ts';

/** What has to be known of a run until it is over. */
interface Run {
  readonly rulings: Readonly<Record<string, string>>;
  readonly before: Picture;
  /** Where he entered, by the name that it had. */
  readonly entrance: string;
  readonly route: string[];
  readonly energies: number[];
  readonly moves: { readonly room: string; readonly told: string[] }[];
  readonly diverted: Set<string>;
  readonly asked: Set<string>;
}

export interface Asks {
  'move-to'(words: { room: Things['rooms'] }): void;
}

export interface Tells {
  'crypt-entered': object;
  retreated: object;
  told: { text: string };
}

/** The words of the post, in Markdown. */
function reportOf(
  { entrance, energies, moves, asked }: Run,
  changes: readonly string[],
  emperor: string,
): string {
  const lines = moves.map(
    ({ room, told }, i) =>
      `${i + 1}. ${[`Into ${room}`, ...told].join('; ')}. Energy ${energies[i] ?? 0} → ${energies[i + 1] ?? 0}.`,
  );
  return [
    `${emperor} entered the Crypt at ${entrance} with ${energies[0] ?? 0} Energy.`,
    lines.join('\n'),
    `**What changed**`,
    changes.length === 0 ? 'Nothing.' : changes.map((change) => `- ${change}`).join('\n'),
    ...(asked.size === 0
      ? []
      : [`**For ${emperor} to say**`, [...asked].map((feature) => `- what ${feature} does`).join('\n')]),
  ].join('\n\n');
}

/** The run under way, and what is kept of those before it. */
export function runThrough(g: Game, pictureOf: (g: Game) => Picture) {
  const { emit, ruleset, runs } = g;
  const under = g.scratch((): { run: Run | null } => ({ run: null }));
  const underWay = (): Run => under().run ?? g.refuse('nobody is in the crypt');

  return {
    underWay,

    begin(at: Things['rooms'] | null, energy: number, rulings: Run['rulings']): void {
      under().run = {
        rulings,
        before: pictureOf(g),
        entrance: at === null ? '' : placed(at),
        route: [at?.id ?? ''],
        energies: [energy],
        moves: [],
        diverted: new Set(),
        asked: new Set(),
      };
      emit('crypt-entered');
    },

    enter(room: Things['rooms']): void {
      underWay().moves.push({ room: placed(room), told: [] });
    },

    end(author: Player): void {
      const { route, energies, moves, rulings, before, asked } = underWay();
      const { id } = runs.add(String(runs.nextNumber('')), {
        enteredAt: g.now,
        route,
        energies,
        moves: moves.length,
        rulings,
        asked: [...asked],
      });
      g.post({
        kind: 'crypt-report',
        title: `Run ${id}: ${count(moves.length, 'move')} through the crypt`,
        text: reportOf(underWay(), changesSince(before, pictureOf(g)), ruleset.terms.emperor),
        author,
      });
      under().run = null;
    },

    rulings: map(text({ filled: true }), {
      start: {},
      title: 'What Features do that no clause knows',
      about: 'In words, for each such Feature: it is put on record.',
    }),

    ...({
      things: {
        runs: {
          title: 'Runs',
          fields: {
            enteredAt: optional(time()),
            route: list(text()),
            energies: list(integer({ min: null })),
            moves: integer(),
            rulings: map(text()),
            asked: list(text()),
          },
        },
      },

      posts: { 'crypt-report': { title: 'Crypt report', engineOnly: true } },

      on: {
        diverted({ lord }) {
          under().run?.diverted.add(lord.id);
        },
        told({ text: words }) {
          under().run?.moves.at(-1)?.told.push(words);
        },
        'feature-unknown'({ feature }) {
          const { run } = under();
          const ruling = run?.rulings[feature];
          if (ruling === undefined) run?.asked.add(feature);
          emit('told', { text: ruling ?? `what ${feature} does is for ${ruleset.theEmperor} to say` });
        },
      },

      hooks: {
        'move-to'({ room, emperor }) {
          emperor.previousLocation = emperor.location;
          emperor.location = room;
          underWay().route.push(room.id);
        },
      },
    } satisfies RuleDefinition),
  };
}
