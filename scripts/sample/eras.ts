import type { Vote } from './together.ts';

/** A dynasty that follows another: its rules, its theme, and the posts at its beginning. */
export interface Era {
  readonly core: string;
  readonly pack: string;
  readonly terms: Readonly<Record<string, string>>;
  readonly theme: string;
  readonly address: string;
  readonly trackingPage?: string;
  /** The proposal that replaces the core rules, if the dynasty before had others. */
  readonly amendment?: Said;
  /** The proposal that brings the dynastic rules in. */
  readonly rules: Said;
}

interface Said {
  readonly title: string;
  readonly text: string;
  readonly votes?: Readonly<Record<string, Vote>>;
}

const vote = (words: string, vote = 'for'): Vote => ({ vote, words });

export const MENAGERIE: Era = {
  core: '2019',
  pack: 'menagerie',
  terms: { player: 'Wizard', players: 'Wizards', emperor: 'King', emperors: 'Kings' },
  theme: 'Court magicians breed improbable animals',
  address:
    'The clans have drunk all there was. I have inherited a palace with draughts, a war in the west and an empty menagerie. Bring me animals, the stranger the better; who pleases my friends at court may have the throne after me.\n\nAll that was said about clans, duels and rituals is hereby forgotten.',
  amendment: {
    title: '[Core] Rules for a longer game',
    text: 'We have outgrown the rules we began with. This puts new ones in their place, all of them: votes that count until the last minute, a popularity that can be read off, special cases that can be switched, an appendix instead of a glossary. Who is who, and who has headed what, stays as it is.',
    votes: {
      goro: vote('I shall miss abstaining.'),
      freya: vote('I have read them. It took an evening and I regret nothing.'),
      bertil: vote('As long as somebody else counts.'),
    },
  },
  rules: {
    title: 'A menagerie',
    text: 'Stables, food, breeding, battlefields, a court to please and a Druid in the woods: the rules of the dynasty, as announced.',
    votes: {
      hana: vote('May I have the heron?'),
      emeka: vote('Whatever bites.'),
    },
  },
};

export const GALLERY: Era = {
  core: '2021',
  pack: 'gallery',
  terms: { player: 'Broker', players: 'Brokers', emperor: 'Collector', emperors: 'Collectors' },
  theme: 'An eccentric Collector and those who bring the art',
  trackingPage: 'Gallery',
  address:
    'The animals have eaten the tapestries, so there is room on the walls. I collect. You bring. Every round has a theme, everybody else is the jury, and there is a forger among you, I can smell the varnish.\n\nNo rule of the menagerie is kept.',
  amendment: {
    title: '[Core] [Special Case] [Appendix] Spring cleaning',
    text: 'Two years of custom put into writing: atomic actions and tags move to where one looks for them, an interregnum between victory and address, mentors for newcomers, favours for everybody. It replaces the core, the special cases and the appendix as a whole.',
    votes: {
      joana: vote('Mentors, at last. I could have used one.'),
      goro: vote('I trust the last person who read it.', 'deferential'),
      imre: vote('Two commas are wrong. I shall live.'),
    },
  },
  rules: {
    title: '[Special Case] Opening night',
    text: 'The rules of the gallery: rounds, sealed submissions, ballots, collections, kudos and the forger. The special cases are set as this dynasty needs them.',
    votes: { chidi: vote('I have a cousin who paints.') },
  },
};

export const CRYPT: Era = {
  core: '2021',
  pack: 'crypt',
  terms: {
    player: 'Vampire Lord',
    players: 'Vampire Lords',
    emperor: 'Richardo von Nestor',
    emperors: 'Richardos von Nestor',
  },
  theme: 'Beneath a cathedral the undead furnish a maze for the one man who keeps coming down into it',
  trackingPage: 'Zahndorf Crypt',
  address:
    'The lights in the gallery have gone out one by one, and the stairs go down. I am Richardo von Nestor, hunter of vampires, third of the name; you are what I hunt. Below the cathedral of Zahndorf there is a crypt of sixty-four rooms, forty-two of which nobody has seen. Furnish it. I shall be coming down.\n\nAll dynastic rules are repealed.',
  rules: {
    title: '[Special Case] The crypt of Zahndorf',
    text: 'Rooms and Features, Sepulchres and Sigils, Denizens, Treasure, and the Journey that I shall make when it has been quiet for long enough.',
    votes: {
      ada: vote('I have brought a trowel.'),
      hana: vote('Dibs on the wall.'),
    },
  },
};
