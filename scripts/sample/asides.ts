import type { Matter, Wish } from '../../content/library/crypt/players/matters.ts';
import { Agenda, type Entry } from './agenda.ts';
import { activeIn } from './cast.ts';
import { draftMatter } from './draft.ts';
import { later } from './times.ts';
import { votesOn } from './votes.ts';
import type { SampleWorld } from './world.ts';

/** Hours after which somebody checks whether a matter can be resolved. */
const LOOKS = [13, 25, 37, 49];

/** Matters that are put to a vote while a dynasty's own players play. */
export class Asides {
  readonly #world: SampleWorld;
  readonly #agenda = new Agenda();
  #next: Entry | null;

  constructor(world: SampleWorld, start: string, matters: readonly Matter[]) {
    this.#world = world;
    for (const matter of matters) {
      const [day, hour] = matter.at;
      this.#agenda.add(later(start, 24 * day + hour), () => this.#putForward(matter));
    }
    this.#next = this.#agenda.next();
  }

  /** Plays everything that comes before this time. */
  async before(time: string): Promise<void> {
    while (this.#next !== null && this.#next.at < time) {
      const { at, run } = this.#next;
      this.#world.at(at);
      await run();
      await this.#world.tick(true);
      this.#next = this.#agenda.next();
    }
  }

  async #putForward(matter: Matter): Promise<void> {
    const world = this.#world;
    const changes = draftMatter(await world.content(), new Map(), matter);
    const { title, text, by, kind = 'proposal' } = matter;
    const post = await world.open(by, { kind, title, text, ...(changes === null ? {} : { changes }) });
    const there = activeIn(await world.state());
    for (const { by: voter, vote, words, after } of votesOn(matter, there, false)) {
      const said = `${words === '' ? '' : `${words} `}:${vote.toLowerCase()}:`;
      this.#agenda.add(later(world.now, after / 2), () => world.comment(voter, post, said));
    }
    for (const hours of LOOKS) this.#agenda.add(later(world.now, hours), () => Promise.resolve());
  }
}

const rule = (title: string, text: string): readonly Wish[] => [
  { do: 'add', section: 'dynastic', title, text },
];

/** Other things that the barbarians argued about. */
export const CLANS_MATTERS: readonly Matter[] = [
  {
    at: [4, 12],
    by: 'dagny',
    title: 'Songs',
    text: 'Nobody remembers a duel that nobody sings of.',
    wishes: rule(
      'Songs',
      'Whoever has won a duel may have a song made of it, by posting its first line. Songs change nothing but what is remembered.',
    ),
    liked: 0.9,
    votes: ['freya FOR As long as it rhymes.', 'ximena FOR I shall hum.'],
  },
  {
    at: [13, 9],
    by: 'goro',
    title: 'A wall around everything',
    text: 'If we had a wall we could go home.',
    wishes: rule('The Wall', 'There is a wall, and nobody is allowed past it.'),
    liked: 0.15,
    votes: ['chidi AGAINST Who would carry the stones?', 'ada AGAINST'],
  },
  {
    at: [25, 10],
    by: 'hana',
    title: 'Names for goats',
    text: 'There have been disputes about goats. It would help if they had names.',
    wishes: rule(
      'Goats',
      'A clan may give its goats names. A goat that has a name is not to be stolen, and if it is, then by its name.',
    ),
    liked: 0.85,
    votes: ['imre FOR Mine is called Imre.'],
  },
];

/** And the wizards. */
export const MENAGERIE_MATTERS: readonly Matter[] = [
  {
    at: [3, 13],
    by: 'freya',
    title: 'The smell',
    text: 'Let us be honest about it.',
    wishes: rule(
      'The Smell',
      'A Wizard whose Stable is full smells of it. Others may remark on this, but not twice on a day.',
    ),
    liked: 0.9,
    votes: ['hana FOR It had to be said.'],
  },
  {
    at: [9, 11],
    by: 'chidi',
    title: 'No more herons',
    text: 'There are herons in every stable. I have counted them.',
    wishes: rule('Herons', 'There are no herons.'),
    liked: 0.2,
    votes: ['ada AGAINST Mine would disagree.', 'joana AGAINST'],
  },
  {
    at: [15, 14],
    by: 'imre',
    title: 'Visiting hours',
    text: 'People come to look, and the beasts are tired.',
    wishes: rule(
      'Visiting Hours',
      'Whoever has no Creature of their own may look at those of others between noon and dusk, and shall bring something that can be eaten.',
    ),
    liked: 0.8,
    votes: ['goro FOR'],
  },
];

/** And the artists. */
export const GALLERY_MATTERS: readonly Matter[] = [
  {
    at: [5, 12],
    by: 'hana',
    title: 'Catalogue',
    text: 'One should be able to look things up.',
    wishes: rule(
      'The Catalogue',
      'Anybody may write a sentence about a piece that has been unveiled, and post it. Such sentences make up the Catalogue, which is never wrong and decides nothing.',
    ),
    liked: 0.9,
    votes: ['dagny FOR I shall write about the frames.'],
  },
  {
    at: [16, 10],
    by: 'emeka',
    title: 'Everything must go',
    text: 'The vault is full and so is my hall.',
    wishes: rule('Clearance', 'On the last day of each round everything is free.'),
    liked: 0.2,
    votes: ['bertil AGAINST I collect. I do not clear.', 'freya AGAINST'],
  },
  {
    at: [27, 15],
    by: 'goro',
    title: 'Good light',
    text: 'It is the only thing that all of us can agree on.',
    wishes: rule(
      'Light',
      'The galleries face north. Whoever finds a piece badly lit may ask for a lamp, in a post, and shall be given one.',
    ),
    liked: 0.85,
    votes: ['imre FOR', 'ada FOR And no candles near mine.'],
  },
];
