/** A picture that a sample player sends: drawn from its title in one of the styles of the drawing script. */
export interface Work {
  readonly title: string;
  readonly style: string;
  readonly forged?: boolean;
}

interface Theme {
  readonly theme: string;
  readonly styles: readonly string[];
  readonly titles: readonly string[];
}

/** Themes of the twelve rounds that have one. */
export const THEMES: readonly Theme[] = [
  {
    theme: 'Harbour',
    styles: ['sea', 'city'],
    titles: [
      'Low Water',
      'The Late Ferry',
      'Customs House',
      'Two Sails',
      'Lamp on the Mole',
      'Herring Fleet',
      'Fog Signal',
    ],
  },
  {
    theme: 'Night',
    styles: ['city', 'stars'],
    titles: [
      'Nobody’s Street',
      'The Plough, Mislaid',
      'Curfew',
      'Orrery',
      'Owl Hours',
      'Insomnia with Windows',
      'Second Moon',
    ],
  },
  {
    theme: 'Gardens',
    styles: ['tree', 'flow', 'glass'],
    titles: [
      'The Pruned Year',
      'Windfall',
      'Greenhouse Panes',
      'Mulberry',
      'Long Border',
      'Pergola',
      'Hedge Maze from Memory',
    ],
  },
  {
    theme: 'Breakfast',
    styles: ['still-life', 'shapes'],
    titles: [
      'Six Apples',
      'Marmalade Weather',
      'Jug, Unpoured',
      'Early Train',
      'The Good Bowl',
      'Egg, Halved',
      'Pear, Considered',
    ],
  },
  {
    theme: 'Weather',
    styles: ['hills', 'flow', 'sea'],
    titles: [
      'Ridge before Rain',
      'Mistral',
      'Squall Line',
      'Barometer Falling',
      'A Front from the West',
      'Spindrift',
      'Clearing',
    ],
  },
  {
    theme: 'Maps',
    styles: ['contours', 'stars'],
    titles: [
      'Isle of Errors',
      'The Coast as Told',
      'Soundings',
      'Chart for a Drunk Pilot',
      'Road to the Summit',
      'Ecliptic',
      'Here Be Nothing',
    ],
  },
  {
    theme: 'Faces',
    styles: ['mask'],
    titles: [
      'Envoy',
      'Grandmother Laughing',
      'The Auditor',
      'Carnival, Third Day',
      'Self, Badly Slept',
      'King of Tides',
      'Doorkeeper',
    ],
  },
  {
    theme: 'Small Things',
    styles: ['beetle', 'still-life'],
    titles: ['Specimen 12', 'Thimble', 'Jewel of the Attic', 'Crumbs', 'Not a Ladybird', 'Thimble', 'Elytra'],
  },
  {
    theme: 'Glass',
    styles: ['glass', 'city'],
    titles: [
      'East Window',
      'Arcade',
      'Rose for Nobody',
      'Shopfronts',
      'The Glazier’s Boast',
      'Blue, Mostly',
      'Noon through Panes',
    ],
  },
  {
    theme: 'Movement',
    styles: ['flow', 'shapes'],
    titles: [
      'Starlings',
      'Pendulum',
      'Currents',
      'Dance for Two Discs',
      'Hair in the Wind',
      'Fugue',
      'Traffic',
    ],
  },
  {
    theme: 'Stillness',
    styles: ['hills', 'still-life', 'tree'],
    titles: [
      'Valley Asleep',
      'Sunday',
      'One Tree',
      'Between Tides',
      'Empty Chair',
      'Snow Light',
      'Waiting Room',
    ],
  },
  {
    theme: 'Endings',
    styles: ['hills', 'sea', 'city'],
    titles: [
      'Last Ridge',
      'Exit by Water',
      'Lights Out',
      'Closing Bell',
      'The Sail Goes Under',
      'Autumn Accounts',
      'Colophon',
    ],
  },
];

/** What the nth player sends in a round; `extra` counts what they send besides. */
export function workOf(round: number, player: number, extra = 0): Work {
  const { titles, styles } = THEMES[round - 1] ?? { titles: [], styles: [] };
  const at = (player + round + 4 * extra) % Math.max(1, titles.length);
  return { title: titles[at] ?? 'Untitled', style: styles[at % styles.length] ?? 'shapes' };
}
