// The file is long because of the options of `init`, which are described here for help, reference and dialogue at once.
import { flag, valued } from '../../host/command.ts';
import { basename, resolve } from 'node:path';
import type { HomeGame } from '../../host/game.ts';
import { homeIn, type Home, type Wish } from '../../host/host.ts';
import { headOf } from '../../session/play/create-game.ts';
import { readLibrary } from '../../store/library.ts';
import { fileOfLanguage } from '../../store/read-language.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { personId } from '../../session/position/person-id.ts';
import { isByHand, listPacks, recommendedPack, toTerms } from '../../ruleset/compose.ts';
import { sectionOf } from '../../ruleset/read.ts';
import { choiceGiven } from '../read-arguments.ts';
import {
  defineCommand,
  type Context,
  type Values,
  type Ending,
  failure,
  Failure,
  type UnclearKind,
} from '../command.ts';
import { calledAs } from '../called-as.ts';
import { meantBy } from '../meant-by.ts';
import { canAsk } from '../local/ask.ts';
import { askForGame, coreOf, languageFor } from '../local/ask-for-game.ts';
import { counted } from '../local/text-table.ts';
import { firstProposal } from '../local/first-steps.ts';
import { takePack } from '../local/take-pack.ts';
import { optionsOf } from '../local/game-options.ts';
import { describeKind, readSources } from '../local/read-given.ts';
import { shellWord } from '../../language/shell-word.ts';

const options = {
  name: valued('NAME', 'the name of the game (default: the folder’s name)'),
  ruleset: valued(
    'FOLDER|FILE',
    'the group’s own rules, as import reads them; they are played by hand until they get clauses',
  ),
  core: valued('ERA', 'the core rules (default: those that the dynasty was written for)'),
  dynasty: valued(
    'PACK',
    'the first dynasty, from the library (default: short rules for an evening; with --core, none)',
  ),
  pace: valued(
    'PACE',
    'how fast it is played, where the core rules have several paces, such as tonight or weeks',
  ),
  library: valued('FOLDER|PACKAGE', 'the library with the pack of --dynasty, if not the engine’s own'),
  player: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    summary: 'the name of a player; repeat it for each',
  },
  admin: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    summary: 'a player who is an Admin (default: the first player)',
  },
  emperor: valued(
    'NAME',
    'the player who leads the first dynasty, if the rules have a leader (default: nobody, or the first player if they need one)',
  ),
  resolution: valued('HOW', 'automatic: the engine resolves what is due; by-admin: an Admin does'),
  practice: flag('a practice game: at home its clock may be moved, and the host may sit in for others'),
  language: valued(
    'TAG|FILE',
    'the language of the pages, such as de, or a file of translations, such as de.yml (default: English)',
  ),
  'player-term': valued('WORD', 'the game’s word for a player: Sailor'),
  'emperor-term': valued('WORD', 'the game’s word for the emperor: Admiral'),
} as const;

export const command = defineCommand({
  usage: 'init [options] [FOLDER]',
  details:
    'Begins a game in FOLDER, with its own forge: nobody needs an account, and nothing leaves this machine. On a terminal it asks for anything you leave out. FOLDER/content holds the rules and the gamestate, to read and to edit; ' +
    'FOLDER/.gitnomic holds the rest. If FOLDER already holds a game, or the remains of one, it writes nothing and says how to continue that game.',
  examples: [
    { line: 'init harbour', does: 'ask questions, and begin a game in the folder harbour' },
    {
      line: 'init harbour --player ana --player bo --player cy --player dee --player eli',
      does: 'ask nothing',
    },
    {
      line: 'init harbour --player ana --dynasty tide --library our-dynasties',
      does: 'a dynasty from a folder or an installed package, which is checked first',
    },
    {
      line: 'init harbour --player ana --language de',
      does: 'a game whose pages speak German, once their texts are translated',
    },
    {
      line: 'init harbour --ruleset rules.txt --player ana --player bo',
      does: 'begin with the rules in a text file',
    },
  ],
  options,
  operands: { name: 'FOLDER', summary: 'the folder of the new game (default: game)', min: 0, max: 1 },
  async run(context): Promise<Ending> {
    const { operands, folder, values, hosts, give, caches } = context;
    const path = resolve(folder, operands[0] ?? 'game');
    const library = await libraryFor(values, folder);
    const own =
      values.ruleset === undefined ? null : await ownRules(resolve(folder, values.ruleset), context);
    const language = await languageFor(values.language, folder);
    const asked =
      values.player === undefined && own === null && canAsk(context)
        ? await askForGame(library, basename(path), caches)
        : { ...wishOf(values, basename(path), library), ...(own !== null && { ruleset: own.files }) };
    const head = await headOf(library, asked, caches);
    assertHead(head, asked, values['emperor-term']);
    const isLed = head?.isNeeded !== true || asked.players.some(({ emperor }) => emperor === true);
    const players = isLed ? asked.players : asked.players.map((one, at) => ({ ...one, emperor: at === 0 }));
    const wish = { ...asked, players, ...(language !== null && { language }) };
    const game = await begin(() => homeIn(hosts).begin(path, library, wish, optionsOf(context)));
    const rules = [...(await game.content()).keys()].filter(
      (file) => file.startsWith('content/ruleset/') && file.endsWith('.md'),
    ).length;
    const facts = {
      folder: path,
      name: wish.name,
      core: wish.core,
      dynasty: wish.dynasty ?? null,
      players: wish.players.map(({ id }) => id),
      ...(wish.language !== undefined && { language: wish.language.tag }),
      rules,
      ...(own !== null && { layout: own.layout, unclear: own.unclear }),
    };
    const steps = await firstSteps(
      game,
      wish,
      `${calledAs(context.environment)} start --game ${shellWord(operands[0] ?? 'game')}`,
    );
    const leads =
      isLed || head === null
        ? []
        : [
            '',
            `These rules need a leader, so ${players[0]?.name ?? ''} is the first ${head.title}. \`--emperor NAME\` names somebody else.`,
          ];
    const alone =
      wish.players.length === 1 && wish.practice !== true && !canAsk(context)
        ? [
            '',
            'To play alone, for practice, begin it with `--practice`: you can sit in for others and move the clock.',
          ]
        : [];
    return give(facts, () => render(facts, [...steps, ...leads, ...alone]));
  },
});

/** If the rules have no head, nobody can be made one. */
function assertHead(head: Awaited<ReturnType<typeof headOf>>, { core, players }: Wish, term?: string): void {
  const said = players.find(({ emperor }) => emperor === true)?.name ?? term;
  if (said === undefined || head !== null) return;
  throw failure(
    'usage',
    'no-head',
    `Under the rules of ${core} nobody heads the game, so ${said} has no meaning.`,
    { next: 'Leave out --emperor and --emperor-term.' },
  );
}

type Library = ReturnType<typeof readLibrary>;

async function libraryFor({ library, dynasty }: Values<typeof options>, folder: string): Promise<Library> {
  if (library === undefined) return readLibrary();
  if (dynasty === undefined)
    throw failure('usage', 'no-dynasty', '`--library` needs --dynasty.', {
      next: 'Name the pack to take from there.',
    });
  return takePack(readLibrary(), folder, { from: library, dynasty });
}

interface OwnRules {
  readonly layout: string;
  readonly files: ReadonlyMap<string, string>;
  readonly unclear: readonly UnclearKind[];
}

/** A folder of rule files, as import writes it, is used as it is; everything else is imported first. */
async function ownRules(path: string, { addons }: Pick<Context, 'addons'>): Promise<OwnRules> {
  const sources = readSources(path);
  const paths = sources.map(({ path: one }) => one);
  // Rule folders have sections beside their texts; a lone text is imported.
  const sections = {
    has: (file: string) =>
      paths.includes(file) && paths.some((one) => one.startsWith(`${file.slice(0, -3)}/`)),
  };
  const isTree = sources.every(
    (source) => sectionOf(source.path, sections) !== null && /\.(?:md|ts)$/.test(source.path),
  );
  if (isTree) {
    const files = new Map(sources.map((source) => [source.path, source.text]));
    return { layout: 'rule files', files, unclear: [] };
  }
  const read = await addons.find(({ loadRulesetReader }) => loadRulesetReader)?.loadRulesetReader?.();
  if (read !== undefined) return read(sources);
  throw failure(
    'usage',
    'not-rule-files',
    `${path} holds no rule files, and this copy of the engine has no add-on that reads other texts.`,
    { next: 'Give a folder of rule files, with a section’s text beside the folder of its rules.' },
  );
}

async function begin(start: () => ReturnType<Home['begin']>) {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    throw new Failure(
      'usage',
      error.problems.map((what) => ({ code: error.code, what })),
      { cause: error },
    );
  }
}

function wishOf(
  { library: folder, ...values }: Values<typeof options>,
  name: string,
  library: Library,
): Wish {
  const names = namesIn(values);
  if (names.size === 0) {
    throw failure('usage', 'no-players', 'A game needs players.', {
      next: 'Give --player NAME, once for each; or run it on a terminal, and it asks.',
    });
  }
  const admins = values.admin?.map(idOf) ?? [...names.keys()].slice(0, 1);
  const emperor = values.emperor === undefined ? null : idOf(values.emperor);
  const players = [...names].map(([id, player]) => ({
    id,
    name: player,
    admin: admins.includes(id),
    emperor: id === emperor,
  }));
  const resolution =
    values.resolution === undefined
      ? undefined
      : choiceGiven('--resolution', values.resolution, ['automatic', 'by-admin']);
  const { core: cores } = listPacks(library);
  const byHand = values.ruleset === undefined ? undefined : cores.find((one) => isByHand(library, one));
  const recommended = values.core === undefined && byHand === undefined ? recommendedPack(library) : null;
  const dynasty = values.dynasty ?? recommended?.name;
  const core = values.core ?? byHand ?? coreOf(library, dynasty ?? '') ?? cores.at(-1) ?? '';
  assertFits(library, core, values.core === undefined ? undefined : values.dynasty);
  const site = folder === undefined ? undefined : library.get(`${dynasty ?? ''}/site.yml`);
  const terms = termsOf(values['player-term'], values['emperor-term']);
  return {
    name: values.name ?? name,
    core,
    players,
    ...(dynasty === undefined ? {} : { dynasty }),
    ...(values.pace === undefined ? {} : { pace: values.pace }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(values.practice === true ? { practice: true } : {}),
    ...(site === undefined ? {} : { site }),
    ...(terms === null ? {} : { terms }),
  };
}

/** Which core a dynasty is played under stands in its pack. */
function assertFits(library: Library, core: string, dynasty: string | undefined): void {
  const needed = dynasty === undefined ? undefined : coreOf(library, dynasty);
  if (needed === undefined || needed === core) return;
  const fitting = listPacks(library).dynasties.filter((one) => coreOf(library, one) === core);
  throw failure(
    'usage',
    'other-core',
    `The dynasty ${dynasty ?? ''} is played under the core rules ${needed}, not ${core}.`,
    {
      next: `Leave out --core${fitting.length === 0 ? '' : `, or choose a dynasty that is played under ${core}: ${fitting.join(', ')}`}.`,
    },
  );
}

function termsOf(player?: string, emperor?: string): NonNullable<Wish['terms']> | null {
  return (player ?? emperor) === undefined
    ? null
    : toTerms({ player: player ?? 'Player', emperor: emperor ?? 'Emperor' });
}

/** Everybody named, by id. An Admin or Emperor who is also a player is the same person, in any spelling. */
function namesIn({ player = [], admin = [], emperor }: Values<typeof options>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const one of player) {
    const id = idOf(one);
    const other = names.get(id);
    if (other !== undefined)
      throw failure(
        'usage',
        'same-name',
        other === one ? `${one} is named twice.` : `“${other}” and “${one}” would be the same player.`,
        { expected: 'names that differ in their letters or digits, and not only by case or accents' },
      );
    names.set(id, one);
  }
  for (const one of [...admin, ...(emperor === undefined ? [] : [emperor])]) {
    const id = idOf(one);
    if (names.has(id)) continue;
    if (player.length > 0) throw notAPlayer(one, meantBy(id, [...names.keys()]));
    names.set(id, one);
  }
  return names;
}

/** If players are named, an Admin or Emperor who is not among them is a typing mistake. */
function notAPlayer(name: string, meant: string | undefined): Failure {
  return failure('usage', 'no-such-person', `“${name}” is not one of the players.`, {
    next: `${meant === undefined ? '' : `Did you mean ${meant}? `}Name each player with --player NAME.`,
  });
}

function idOf(name: string): string {
  const id = personId(name);
  if (id === '')
    throw failure('usage', 'bad-name', `“${name}” is not a name: a name needs a letter or a digit.`, {
      expected: 'letters or digits',
    });
  return id;
}

/** The one command that comes next, or what keeps these players from playing. */
async function firstSteps(game: HomeGame, { players }: Wish, start: string): Promise<readonly string[]> {
  const next = ['Next', `  ${start} --host 0.0.0.0`, 'It prints the address to send to friends.'];
  const [first] = players;
  if (first === undefined) return next;
  const { reasons } = await firstProposal(game, { id: first.id, name: first.name ?? first.id, bot: false });
  return [...next, ...reasons];
}

interface Facts {
  readonly name: string;
  readonly players: readonly string[];
  readonly rules: number;
  readonly folder: string;
  readonly layout?: string;
  readonly language?: string;
  readonly unclear?: readonly UnclearKind[];
}

function render(
  { name, players, rules, folder, layout, language, unclear = [] }: Facts,
  steps: readonly string[],
): string {
  const read = layout === undefined ? '' : `The text was read as ${layout}.\n`;
  const unsure = unclear.length === 0 ? '' : `Please check\n${unclear.map(describeKind).join('')}\n`;
  return [
    `${name} has begun, with ${counted(rules, 'rule')} and ${counted(players.length, 'player')}.\n${read}\n`,
    unsure,
    `  ${folder}/content/ruleset    the rules, to read and to edit\n`,
    `  ${folder}/content/gamestate  how things stand\n`,
    language === undefined
      ? '\n'
      : `  ${folder}/${fileOfLanguage(language)}  the texts of the pages, for you to translate\n\n`,
    ...steps.map((line) => `${line}\n`),
  ].join('');
}
