import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { MOOT } from './moot.ts';

type Files = Readonly<Record<string, string>>;

const GLOSSARY = '---\ntitle: Glossary\norder: 10\n---\nA hat is whatever is worn on a head.\n';
/** Whoever is in the chair names the season; seasons are counted, and nobody is at the head of one. */
const SEASONS = `import { action, integer, rule, text } from 'gitnomic/rules';

export default rule((g) => ({
  dynasty: { number: integer({ min: 1, start: 1 }), name: text({ start: 'The first season' }) },
  actions: {
    'turn-the-year': action({
      title: 'Turn the year',
      with: { name: text() },
      effect({ name }) {
        g.dynasty.number += 1;
        g.dynasty.name = name;
      },
    }),
  },
}));
`;
const SEASONS_TEXT = '---\ntitle: Seasons\norder: 30\n---\nAny Player may turn the year and name it.\n';

/** The moot's rules with its sections under other names; the text of a section goes with its own name alone. */
function renamed(name: string, sections: Readonly<Record<string, string>>, more: Files = {}): Files {
  const files = Object.entries(MOOT).flatMap(([path, text]): [string, string][] => {
    const [first = '', ...rest] = path.split('/');
    const section = sections[first.replace(/\.md$/u, '')];
    if (path === 'pack.yml') return [[path, text.replace('name: moot', `name: ${name}`)]];
    if (section === undefined) return [[path, text]];
    return rest.length === 0 ? [] : [[[section, ...rest].join('/'), text]];
  });
  return { ...Object.fromEntries(files), ...more };
}

interface MadeUp {
  readonly files: Files;
  /** The sections that a new rule may go to, and where it goes if nobody says. */
  readonly sections: readonly string[];
  readonly usual: string;
  /** Words of other games that this one has, too. */
  readonly own?: RegExp;
}

/** Cores that nobody ships, each without something that the shipped ones have. */
export const MADE_UP: Readonly<Record<string, MadeUp>> = {
  moot: { files: MOOT, sections: ['charter', 'statutes'], usual: 'statutes' },
  'one-section': {
    files: renamed('one-section', { charter: 'core', statutes: 'core' }),
    sections: ['core'],
    usual: 'core',
  },
  'with-glossary': {
    files: renamed(
      'with-glossary',
      { charter: 'core', statutes: 'core' },
      { 'appendix/glossary.md': GLOSSARY },
    ),
    sections: ['core', 'appendix'],
    usual: 'core',
    own: /^appendix/iu,
  },
  seasons: {
    files: renamed(
      'seasons',
      { charter: 'core', statutes: 'dynastic' },
      { 'core/seasons.md': SEASONS_TEXT, 'core/seasons.ts': SEASONS },
    ),
    sections: ['core', 'dynastic', 'special-case', 'appendix'],
    usual: 'dynastic',
    own: /^(?:dynast|special|appendix)/iu,
  },
};

export const libraryWithMadeUp: ReadonlyMap<string, string> = new Map([
  ...shippedLibrary,
  ...Object.entries(MADE_UP).flatMap(([name, { files }]) =>
    Object.entries(files).map(([path, text]) => [`core/${name}/${path}`, text] as const),
  ),
]);
