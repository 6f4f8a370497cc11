import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const MEMBERS = `import { action, integer, optional, player, rule } from 'gitnomic/rules';

export default rule((g) => ({
  player: { marks: integer() },
  game: { speaker: optional(player(), { none: 'nobody' }) },
  actions: {
    'take-the-chair': action({
      title: 'Take the chair',
      check({ actor, refuse }) {
        if (actor.is(g.game.speaker)) refuse('you sit in it');
      },
      effect({ actor }) {
        g.game.speaker = actor;
        actor.marks += g.value('marks');
      },
    }),
  },
  hooks: {
    figures: (_, next) => [...next(), { title: 'In the chair', value: g.game.speaker?.label ?? 'nobody' }],
  },
}));
`;

const MOTIONS = `import { data, derive, rule } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';

export default rule(({ matters, players, value }) => {
  const count = (matter: Matter, wanted: string): number =>
    Object.values(matter.lastVotes).filter((vote) => vote === wanted).length;
  const enough = (): number => Math.ceil((players.size * value('tenths')) / 10);
  return {
    posts: {
      motion: { title: 'Motion', votable: true, purpose: 'change', about: 'Says which statute is to read how.' },
      word: { title: 'Word', purpose: 'tell' },
    },
    votes: { AYE: { say: ':aye:' }, NAY: { say: ':nay:' } },
    counts: { ayes: { vote: 'AYE' }, nays: { vote: 'NAY' } },
    states: { carried: { means: 'enacted' } },
    views: {
      'votes-on': derive({ of: 'matter', returns: data(), value: ({ lastVotes }) => lastVotes }),
      rehearsal: derive({
        of: 'game',
        returns: data(),
        value: () => [{ kind: 'motion', say: ':aye:', votes: ['AYE', 'NAY'] }],
      }),
    },
    hooks: {
      'votes-in': ({ text = '' }) => ['AYE', 'NAY'].filter((vote) => text.includes(\`:\${vote.toLowerCase()}:\`)),
      'resolution-order': () => matters.pending(),
      'unnamed-rule': () => 'A statute',
      'may-enact'({ matter, refuse }) {
        if (count(matter, 'AYE') < enough()) refuse(\`\${matter.title} takes \${enough()} ayes\`);
        return 'permit';
      },
      'may-fail'({ matter, refuse }) {
        if (players.size - count(matter, 'NAY') >= enough()) refuse(\`\${matter.title} may still be carried\`);
        return 'permit';
      },
      needed: () => ({ title: 'Ayes needed', count: enough() }),
      tally: ({ matter }, next) => ({
        ...next(),
        ayes: count(matter, 'AYE'),
        nays: count(matter, 'NAY'),
        carried: count(matter, 'AYE') >= enough(),
      }),
    },
  };
});
`;

/** A core that nobody ships: sections and a role of its own, other kinds and votes, and nothing tracked of who is in and who is out. */
export const MOOT: Readonly<Record<string, string>> = {
  'pack.yml': 'name: moot\ntitle: The Moot\nabout: A charter, statutes, and a chair.\n',
  'charter.md': '---\ntitle: Charter\norder: 10\n---\nWhat the Moot is.\n',
  'charter/members.md':
    '---\ntitle: Members\norder: 10\n---\nWhoever is on the roll is a Player. Any Player may take the chair, which brings them [1](#value:marks) mark.\n',
  'charter/members.ts': MEMBERS,
  'charter/motions.md':
    '---\ntitle: Motions\norder: 20\n---\nA motion is carried by [6](#value:tenths) tenths of all Players, rounded up.\n',
  'charter/motions.ts': MOTIONS,
  'statutes.md': '---\ntitle: Statutes\norder: 20\n---\nWhat the Moot has decided.\n',
  'statutes/hats.md': '---\ntitle: Hats\norder: 10\n---\nNobody wears a hat.\n',
};

export const libraryWithMoot: ReadonlyMap<string, string> = new Map([
  ...shippedLibrary,
  ...Object.entries(MOOT).map(([path, text]) => [`core/moot/${path}`, text] as const),
]);
