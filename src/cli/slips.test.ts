// This file is long because it is a table: each command of the registry, what each of its operands and
// options takes, and misspellings of these.
/* oxlint-disable max-lines */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hosts } from '../host/registry.ts';
import type { CommandDefinition } from './command.ts';
import { runIn } from '../main/fixtures/run-in.ts';
import { addons } from '../addons/registry.ts';
import { registryOf } from './registry.ts';

const NOW = '2024-03-04T09:00:00Z';
const root = mkdtempSync(join(tmpdir(), 'gitnomic-slips-'));

/** A mistake that somebody may type, and what the answer must say. */
type Slip = readonly [typed: string, said: string];

/** What an operand or an option takes. Free words can't be wrong. */
const SLIPS = {
  words: [],
  player: [
    ['boo', 'did you mean bo?'],
    ['"Ana Limma"', 'did you mean ana'],
    ['7', '7'],
    ['constructor', 'constructor'],
  ],
  post: [
    ['Maners', 'did you mean “Manners”?'],
    ['99', '99'],
    ['Votes', 'is a rule'],
    ['bo', 'is a player'],
    ['constructor', 'constructor'],
  ],
  /** A number may name a post that only the forge knows, so it isn't refused here. */
  place: [
    ['Maners', 'did you mean “Manners”?'],
    ['99', '99'],
    ['Votes', 'is a rule'],
  ],
  rule: [
    ['Votess', 'did you mean'],
    ['core/votable-matters/vote', 'did you mean'],
    ['99.9', '99.9'],
    ['constructor', 'constructor'],
  ],
  action: [
    ['pay-pip', 'did you mean'],
    ['"Pay pipps"', 'did you mean'],
    ['7', '7'],
    ['constructor', 'constructor'],
  ],
  'kind of post': [
    ['stroy', 'did you mean `story`'],
    ['stories', 'did you mean `story`'],
    ['"Story Post"', 'did you mean `story`'],
    ['7', '`gitnomic post --as bo'],
    ['constructor', 'constructor'],
  ],
  'kind of submission': [
    ['arts', 'did you mean art?'],
    ['"Art Submision"', 'did you mean art'],
    ['7', '7'],
    ['constructor', 'constructor'],
  ],
  vote: [
    ['fro', 'did you mean for?'],
    ['FORS', 'did you mean for?'],
    ['yes', 'for, against'],
    ['7', 'for, against'],
  ],
  'existing file': [
    ['nofile', 'nofile'],
    ['a-file/below', 'a-file'],
  ],
  'new folder': [
    ['a-file', 'a-file is a file'],
    ['a-file/below', 'a-file is a file'],
  ],
  'existing folder': [
    ['nofolder', 'nofolder'],
    ['a-file', 'a-file'],
  ],
  game: [
    ['gmae', 'did you mean game?'],
    ['nogame-at-all', 'nogame-at-all'],
    ['a-file', 'a-file'],
    ['folder', 'folder'],
  ],
  count: [
    ['many', 'many'],
    ['0', '0'],
    ['1.5', '1.5'],
    ['1e3', '1e3'],
  ],
  port: [
    ['http', 'http'],
    ['0', '0'],
    ['99999', '99999'],
  ],
  language: [
    ['German', 'did you mean de?'],
    ['DE', 'did you mean de?'],
    ['de_AT', 'did you mean de-AT?'],
    ['7', '7'],
  ],
  'core pack': [
    ['2012', 'did you mean'],
    ['prse', 'did you mean'],
    ['proving', 'proving'],
  ],
  dynasty: [
    ['crpyt', 'did you mean'],
    ['provings', 'did you mean'],
    ['2021', '2021'],
  ],
  'number of a dynasty': [
    ['nine', 'nine'],
    ['99', '99'],
  ],
  'line of the ledger': [
    ['first', 'first'],
    ['9999', '9999'],
  ],
  moment: [
    ['yesterday', 'yesterday'],
    ['2024-13-01', '2024-13-01'],
    ['7', '7'],
  ],
  repository: [
    ['harbour', 'harbour'],
    ['https://example.org/x', 'https://example.org/x'],
  ],
  address: [
    ['harbour', 'harbour'],
    ['ftp://harbour.example', 'ftp://harbour.example'],
    ['7', '7'],
  ],
  'reason for a key': [
    ['leakd', 'did you mean leaked?'],
    ['because', 'routine'],
  ],
} as const satisfies Record<string, readonly Slip[]>;

type Kind = keyof typeof SLIPS | readonly Slip[];

interface Tried {
  /** A valid line, with `{}` where the mistake goes. */
  readonly line: string;
  readonly takes: Kind;
}

/** Each operand as it stands in the command's usage, and each option with a value. */
type Table = Readonly<Record<string, Readonly<Record<string, Tried | Kind>>>>;

const GAME: Readonly<Record<string, Kind>> = { '--game': 'game' };
const ACTING: Readonly<Record<string, Kind>> = { ...GAME, '--as': 'player' };
const CALLING: Readonly<Record<string, Kind>> = { ...ACTING, '--on': 'place' };
const at = (line: string, takes: Kind): Tried => ({ line, takes });

/** Words that every line of a command needs besides the tested option. */
const LINES: Readonly<Record<string, string>> = {
  vote: 'vote for 1 --as bo',
  simulate: 'simulate --policy steps.yml',
  comment: 'comment 1 Hello --as bo',
  post: 'post story Tea --as bo',
  propose: 'propose --dry-run --add-rule Tea --text Tea. --as bo',
  act: 'act take-pip --as bo',
  admin: 'admin idle bo --as ana-lima',
  'admin moderation': 'admin moderation mute bo --why spam --as ana-lima',
  resolve: 'resolve 1 --as ana-lima',
  rehearse: 'rehearse act take-pip --as bo',
  why: 'why take-pip --as bo',
  roll: 'roll DICE6 --as bo',
  'admin redact': 'admin redact bo --as bo',
  'doctor recover': 'doctor recover --as ana-lima',
  seal: 'seal art title=Tea image=https://pictures.example/tea.png source=Tea --as bo --game gallery',
  show: 'show 1',
  mcp: 'mcp --as bo',
  bridge: 'bridge --commands',
  'seal escrow': 'seal escrow',
  'import history': 'import history a-file --as ana-lima',
  'doctor backup': 'doctor backup copies',
  start: 'start --once',
  move: 'move folder',
};

const TABLE: Table = {
  start: {
    ...GAME,
    SAMPLE: [
      ['game', '--game game'],
      ['suber', '--sample'],
    ],
    // `--game` with a folder without a game begins one there.
    '--game': [['a-file', 'a-file is not a file from']],
    '--port': 'port',
    '--host': 'words',
    '--name': [
      ['http://harbour.local', 'http://harbour.local'],
      ['harbour.local:8080', 'harbour.local:8080'],
    ],
    '--behind': 'address',
    '--language': at('start --once --sample --game other --language {}', 'language'),
  },
  init: {
    FOLDER: at('init {} --player bo', 'new folder'),
    '--name': 'words',
    '--ruleset': at('init other --player bo --ruleset {}', 'existing file'),
    '--core': at('init other --player bo --core {}', 'core pack'),
    '--dynasty': at('init other --player bo --dynasty {}', 'dynasty'),
    '--library': at('init other --player bo --dynasty tide --library {}', 'existing folder'),
    '--player': at('init other --player {}', [['!!!', '“!!!” is not a name']]),
    '--admin': at('init other --player bo --player cy --admin {}', [
      ['boo', 'did you mean bo?'],
      ['7', '“7” is not one of the players'],
    ]),
    '--emperor': at('init other --player bo --player cy --emperor {}', [
      ['boo', 'did you mean bo?'],
      ['7', '“7” is not one of the players'],
    ]),
    '--resolution': at('init other --player bo --resolution {}', [
      ['by-admn', 'did you mean by-admin?'],
      ['manual', 'automatic or by-admin'],
    ]),
    '--language': at('init other --player bo --language {}', 'language'),
    '--player-term': 'words',
    '--emperor-term': 'words',
    '--github': at('init other --github {}', 'repository'),
    '--pace': at('init other --player bo --pace {}', [['brisk', 'brisk']]),
    '--path': at('init other --player bo --path {}', [['games', '--github']]),
    '--game': at('init other --github ana/harbour --engine ana/engine --game {}', 'existing file'),
    '--account': at('init other --github ana/harbour --engine ana/engine --account {}', [
      ['bo=hubot', 'only together with --game'],
    ]),
    '--engine': at('init other --github ana/harbour --engine {}', 'repository'),
  },
  status: ACTING,
  show: {
    ...GAME,
    WHAT: at('show {}', [
      ['Votess', 'did you mean “Votes”?'],
      ['core/votable-matters/vote', 'did you mean “core/votable-matters/votes”?'],
      ['Maners', 'did you mean “Manners”?'],
      ['boo', 'did you mean “bo”?'],
      ['player.bo', 'did you mean “players.bo”?'],
      ['players.bo.nmae', 'did you mean “players.bo.name”?'],
      ['99', '99'],
      ['constructor', 'constructor'],
    ]),
  },
  propose: {
    ...ACTING,
    TITLE: 'words',
    '--title': 'words',
    '--text': 'words',
    '--kind': 'kind of post',
    '--rule': at('propose --dry-run --as bo --replace a --with b --rule {}', 'rule'),
    '--replace': at('propose --dry-run --as bo --rule Votes --with b --replace {}', [
      ['"nowhere said"', 'nowhere said'],
    ]),
    '--with': 'words',
    '--add-rule': 'words',
    '--section': [
      ['dynastc', 'did you mean dynastic?'],
      ['Dynastic', 'did you mean dynastic?'],
      ['rules', 'core/, dynastic/'],
      ['7', 'core/, dynastic/'],
    ],
    '--under': 'rule',
    '--repeal-rule': at('propose --dry-run --as bo --repeal-rule {}', 'rule'),
    '--transmute': at('propose --dry-run --as bo --transmute {}', 'rule'),
    '--set': at('propose --dry-run --as bo --set {}', [
      ['players.bo.nmae=X', 'did you mean name?'],
      ['players.boo.name=X', 'did you mean players.bo.name?'],
      ['player.bo.name=X', 'did you mean players.bo.name?'],
      ['players.bo.name', 'a path and a value'],
      ['7=8', 'players.ana'],
    ]),
  },
  diff: { ...GAME, MATTER: at('diff {}', 'post') },
  vote: {
    ...ACTING,
    VOTE: at('vote {} 1 --as bo', 'vote'),
    'MATTER…': at('vote for {} --as bo', [
      ['Maners', 'did you mean “Manners”?'],
      ['99', '99'],
      ['Votes', 'is a rule'],
      ['bo', 'is a player'],
      ['2', 'is not being voted on'],
      ['1 2', 'is not being voted on'],
    ]),
    '--text': 'words',
  },
  comment: { ...ACTING, POST: at('comment {} Hello --as bo', 'post'), TEXT: 'words', '--text': 'words' },
  post: {
    ...ACTING,
    KIND: at('post {} Tea --as bo', 'kind of post'),
    TITLE: 'words',
    '--kind': at('post --kind {} --title Tea --as bo', 'kind of post'),
    '--title': 'words',
    '--text': 'words',
  },
  act: {
    ...CALLING,
    ACTION: at('act {} --as bo', 'action'),
    'PARAMETER=VALUE…': at('act pay-pips {} --as bo', [
      ['to=boo amount=1', 'did you mean to=bo?'],
      ['to=7 amount=1', '7'],
      ['to=cy amuont=1', 'did you mean amount?'],
      ['to=cy amount=one', 'one'],
      ['cy 1 2', '“2”'],
      ['cy', 'amount='],
    ]),
  },
  can: ACTING,
  rehearse: {
    ...ACTING,
    'act|vote|comment|post': at('rehearse {} for 1 --as bo', [
      ['vot', 'did you mean vote?'],
      ['propose', 'act, vote, comment or post'],
      ['7', 'act, vote, comment or post'],
    ]),
    'WHAT…': at('rehearse {} --as bo', [
      ['act pay-pip', 'did you mean'],
      ['act pay-pips to=boo amount=1', 'boo'],
      ['act pay-pips to=bo amuont=1', 'did you mean amount?'],
      ['vote fro 1', 'did you mean FOR?'],
      ['vote for Maners', 'did you mean “Manners”?'],
      ['comment Votes Hello', 'is a rule'],
      ['post stroy Tea', 'did you mean story?'],
    ]),
    '--step': at('rehearse --as bo --step {}', [
      ['notjson', 'notjson'],
      ['{}', 'schemas/step.json'],
      ['7', 'schemas/step.json'],
    ]),
  },
  roll: {
    ...CALLING,
    WHAT: at('roll {} --as bo', [
      ['2DIEC6', '2DIEC6'],
      ['six', 'DICE6'],
      ['7', 'DICE6'],
    ]),
  },
  admin: {
    ...CALLING,
    ACTION: at('admin {} bo --as ana-lima', [
      ['idel', 'did you mean `gitnomic admin idle'],
      ['"Make somebody idel"', 'did you mean'],
      ['enact', 'gitnomic resolve bo enacted'],
      ['bo', '`gitnomic admin --as ana-lima --game game` lists them'],
      ['7', '`gitnomic admin --as ana-lima --game game` lists them'],
      ['constructor', 'constructor'],
    ]),
    'VALUE…': at('admin {} --as ana-lima', [
      ['idle boo', 'did you mean player=bo?'],
      ['idle plyer=bo', 'did you mean player?'],
      ['idle bo cy', '“cy”'],
      ['idle', 'player='],
      ['mark-illegal Maners', 'did you mean matter=1?'],
      ['game resolution=by-admn', 'can’t be “by-admn”'],
      ['game resoluton=by-admin', 'did you mean resolution?'],
      ['game by-admin', '“by-admin”'],
    ]),
  },
  'admin moderation': {
    ...CALLING,
    MEASURE: at('admin moderation {} bo --why spam --as ana-lima', [
      ['mut', 'did you mean mute?'],
      ['silence', 'mute=PLAYER'],
      ['7', 'mute=PLAYER'],
      ['constructor', 'mute=PLAYER'],
    ]),
    'ON…': at('admin moderation {} --why spam --as ana-lima', [
      ['mute boo', 'did you mean bo?'],
      ['same bo cyy', 'did you mean cy?'],
      ['mute 7', 'no player called 7'],
      ['joining close', 'joining is open or closed'],
      ['pace ten', 'from 1 to 9999'],
      ['ban bo', '“bo” is not an address'],
      ['unban bo', 'no address is blocked under bo'],
      ['mute', 'name the player'],
    ]),
    '--why': 'words',
  },
  'admin overview': GAME,
  resolve: {
    ...ACTING,
    MATTER: at('resolve {}', 'post'),
    HOW: at('resolve 1 {} --as ana-lima', [
      ['enat', 'did you mean enact?'],
      ['pass', 'enacted or failed'],
      ['7', 'enacted or failed'],
      ['constructor', 'enacted or failed'],
    ]),
    '--take': [
      ['propsed', 'did you mean proposed?'],
      ['mine', 'proposed, in-force or edited'],
    ],
  },
  why: {
    ...ACTING,
    WHAT: at('why {} --as bo', [
      ['pay-pip', 'did you mean “pay-pips”?'],
      ['"Pay pip"', 'did you mean “Pay pips”?'],
      ['Maners', 'did you mean “Manners”?'],
      ['Votes', 'gitnomic show Votes'],
      ['99', '99'],
      ['constructor', 'constructor'],
    ]),
    'PARAMETER=VALUE…': at('why pay-pips {} --as bo', [
      ['to=boo amount=1', 'did you mean to=bo?'],
      ['to=cy amuont=1', 'did you mean amount?'],
      ['to=cy amount=one', 'one'],
      ['cy 1 2', '“2”'],
    ]),
  },
  seal: {
    ...ACTING,
    '--game': 'game',
    '--on': at(
      'seal art title=Tea image=https://pictures.example/tea.png source=Tea --as bo --on {} --game gallery',
      [
        ['Teaa', 'Teaa'],
        ['Votes', 'is a rule'],
      ],
    ),
    WHAT: at('seal {} --as bo --game gallery', [
      ...SLIPS['kind of submission'],
      ['chek', 'did you mean check?'],
    ]),
    'PARAMETER=VALUE…': at('seal {} --as bo --game gallery', [
      ['art titel=Tea', 'did you mean title?'],
      ['art title=Tea image=nofile.png source=Tea', 'nofile.png'],
      ['sale a b c', '“c”'],
      ['keys nw', 'did you mean new?'],
      ['keys list', 'new, publish, reseal or mine'],
      ['keys 7', 'new, publish, reseal or mine'],
    ]),
    '--kind': at('seal reveal --as ana-lima --game gallery --kind {}', [
      ['balot', 'did you mean ballot?'],
      ['7', 'art, ballot'],
    ]),
    '--because': at('seal keys new --as ana-lima --game gallery --because {}', 'reason for a key'),
    '--to': at('seal keys reseal --as ana-lima --game gallery --to {}', [
      ['bo', '“bo” is not a public key'],
      ['age1xxxx', '“age1xxxx” is not a public key'],
    ]),
  },
  tick: {
    ...GAME,
    '--forward': at('tick --forward {}', [
      ['5', '“5”'],
      ['2w', '“2w”'],
      ['tomorrow', '“tomorrow”'],
    ]),
  },
  log: {
    ...GAME,
    '--last': 'count',
    '--by': [
      ['boo', 'did you mean “bo”?'],
      ['enigne', 'did you mean “engine”?'],
      ['7', 'Ana Lima'],
    ],
  },
  'log journal': {
    ...GAME,
    verify: at('log journal {}', [
      ['verfy', 'did you mean verify?'],
      ['7', 'verify'],
    ]),
    '--last': 'count',
  },
  replay: {
    ...GAME,
    '--clone': 'existing folder',
    '--path': at('replay --clone nofolder --path {}', [['games', 'nofolder']]),
    '--dynasty': 'number of a dynasty',
    '--without': at('replay --without {}', 'line of the ledger'),
    '--with-clause': at('replay --since 0 --with-clause {}', [
      ['nofile.ts', 'nofile.ts'],
      ['folder', 'folder'],
    ]),
    '--since': at('replay --with-clause a-file --since {}', 'line of the ledger'),
  },
  simulate: {
    ...GAME,
    '--players': 'count',
    '--days': 'count',
    '--policy': [
      ['nothing.yml', 'there is no policy'],
      ['folder', 'can’t be run'],
      ['a-file', 'can’t be run'],
      ['7', 'a program'],
    ],
    '--seed': 'words',
  },
  links: {
    ...GAME,
    '--give': at('links --give {}', [
      ['boo', 'did you mean bo?'],
      [':hots', 'did you mean :host?'],
      ['7', ':newcomers'],
    ]),
    '--withdraw': at('links --withdraw {}', [
      ['boo', 'did you mean bo?'],
      ['7', ':newcomers'],
    ]),
  },
  mcp: { ...ACTING, '--invite': 'player', '--withdraw': 'player', '--port': 'port' },
  bridge: {
    ...GAME,
    '--key': at('bridge --key {}', [['zz', '64 hexadecimal digits']]),
    '--port': at(`bridge --key ${'0'.repeat(64)} --port {}`, 'port'),
    '--link': at('bridge --link {}', 'player'),
    '--withdraw': at('bridge --withdraw {}', 'player'),
  },
  'admin redact': {
    ...ACTING,
    PLAYER: at('admin redact {} --as ana-lima', [
      ['boo', 'did you mean “bo”?'],
      ['7', '7'],
    ]),
    '--post': [
      ['Maners', 'did you mean “Manners”?'],
      ['Votes', 'is a rule'],
      ['99', 'no post 99'],
    ],
  },
  'doctor recover': {
    ...ACTING,
    '--why': 'words',
    '--to': at('doctor recover --as bo --post 1 --to {}', [
      ['main', 'main'],
      ['1a2b3c4', '1a2b3c4'],
      ['7', '7'],
    ]),
    '--post': at('doctor recover --as bo --to 1a2b3c4 --post {}', [
      ['Maners', 'did you mean “Manners”?'],
      ['Votes', 'is a rule'],
    ]),
  },
  'doctor backup': {
    ...GAME,
    TO: at('doctor backup {}', [
      ['a-file', 'a-file is a file'],
      ['--git nowhere', 'nowhere'],
    ]),
  },
  'seal escrow': {
    ...GAME,
    'split FOLDER | join FOLDER': at('seal escrow {} --of bo --of cy', [
      ['splt shares', 'did you mean split?'],
      ['give shares', 'split or join'],
      ['split', 'escrow split FOLDER'],
      ['split a-file', 'a-file is a file'],
      ['split folder', 'folder'],
      ['join nofolder', 'nofolder'],
    ]),
    '--of': at('seal escrow split shares --of bo --of {}', [
      ['Bo', 'Bo is named twice'],
      ['!!!', '“!!!” is not a name'],
    ]),
    '--needed': at('seal escrow split shares --of bo --of cy --needed {}', [
      ['two', 'not two'],
      ['3', '3 needed'],
      ['1e0', 'not 1e0'],
    ]),
  },
  'doctor restore': {
    FROM: at('doctor restore {} other', 'existing folder'),
    FOLDER: at('doctor restore copies {}', [['folder', 'There is something in']]),
  },
  doctor: {
    '--game': 'game',
    '--github': at('doctor --github {}', 'repository'),
    '--answers': at('doctor --answers {}', [['answers.json', '--github']]),
  },
  upgrade: { '--game': 'game', '--engine': 'words' },
  'sign-in': {
    // This command serves the pages of any game and opens none.
    '--game': 'words',
    '--write': at('sign-in --write {}', [['folder', 'folder is a folder']]),
    '--port': at('sign-in --port {}', 'port'),
    '--host': 'words',
  },
  move: {
    ...GAME,
    CLONE: at('move {} --account bo=none', 'existing folder'),
    '--account': 'words',
    '--repository': 'words',
  },
  lint: { ...GAME, FOLDER: at('lint {}', 'existing folder') },
  import: {
    'FILE|FOLDER': at('import {} --dry-run', 'existing file'),
    '--out': at('import rules.txt --out {}', 'new folder'),
    '--core': at('import rules.txt --dry-run --core {}', 'core pack'),
    '--player-term': 'words',
    '--emperor-term': 'words',
  },
  'export-pack': {
    ...GAME,
    '--dynasty': 'number of a dynasty',
    '--name': [
      ['"My Pack"', '“My Pack”'],
      ['proving', 'proving'],
    ],
    '--out': 'new folder',
  },
  'import history': {
    ...ACTING,
    'FILE|FOLDER…': at('import history {} --as ana-lima', [
      ['nofile', 'nofile'],
      ['rules.txt', 'rules.txt'],
      ['folder', 'No matter'],
    ]),
    '--ruleset-page': at('import history folder --as ana-lima --ruleset-page {}', 'words'),
    '--name': 'words',
  },
  scenario: {
    'FILE…': at('scenario {}', [
      ['nofile', 'nofile'],
      ['folder', 'folder'],
      ['rules.txt', 'rules.txt'],
    ]),
    '--library': at('scenario rules.txt --library {}', [['nofolder', 'nofolder']]),
    '--only': at('scenario rules.txt --only {}', [['"no such words"', 'no such words']]),
  },
  languages: { TAG: at('languages {}', 'language') },
  playground: { '--out': 'new folder', '--port': 'port' },
  site: {
    '--game': 'game',
    '--out': 'new folder',
    '--base': [
      ['harbour', 'harbour'],
      ['http://harbour.example/', 'http://harbour.example/'],
      ['/a/../b', '/a/../b'],
    ],
    '--origin': 'address',
    '--at': 'moment',
  },
  'lint types': {
    '--core': at('lint types --core {}', 'core pack'),
    '--dynasty': at('lint types --core 2021 --dynasty {}', 'dynasty'),
    '--library': at('lint types --core 2021 --library {}', [['nofolder', 'nofolder']]),
  },
  help: {
    'COMMAND | TOPIC': at('help {}', [
      ['vots', 'did you mean `gitnomic help vote`?'],
      ['exit-code', 'did you mean `gitnomic help exit-codes`?'],
      ['7', '`gitnomic help` lists them'],
      ['bo', '`gitnomic help` lists them'],
    ]),
  },
  version: {},
};

const commands = registryOf(hosts, addons);

/** `act [options] [ACTION] [PARAMETER=VALUE…]` → `ACTION`, `PARAMETER=VALUE…` */
function operandsIn(name: string, { usage, operands }: CommandDefinition): readonly string[] {
  if (operands === undefined) return [];
  const words = usage
    .replace('[options] ', '')
    .slice(name.length + 1)
    .split(' ');
  const rest = words.join(' ');
  if (rest.includes(' | ')) return [rest.replace(/^\[|\]$/gu, '')];
  return words.map((word) => word.replace(/^\[+|\]+(…?)$/gu, '$1'));
}

beforeAll(async () => {
  const run = async (...words: string[]): Promise<void> => {
    const { code, said } = await runIn(root, NOW, words);
    expect([words, code, said]).toEqual([words, 0, expect.any(String)]);
  };
  const people = ['Ana Lima', 'Bo', 'Cy', 'Di', 'Ed'].flatMap((name) => ['--player', name]);
  for (const [folder, dynasty] of [
    ['game', 'proving'],
    ['gallery', 'gallery'],
  ] as const)
    await run('init', folder, ...people, '--emperor', 'Ana Lima', '--dynasty', dynasty);
  await run('propose', '--as', 'bo', '--add-rule', 'Manners', '--text', 'Say please.', '--game', 'game');
  await run('post', 'story', 'A quiet evening', '--as', 'bo', '--game', 'game');
  await run('act', 'take-pip', '--as', 'cy', '--game', 'game');
  await run('doctor', 'backup', 'copies', '--game', 'game');
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'folder', 'empty'), '');
  writeFileSync(join(root, 'a-file'), '');
  writeFileSync(join(root, 'steps.yml'), '[]\n');
  writeFileSync(join(root, 'rules.txt'), 'Rules.\n\n1. Everybody says please.\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the table has each command of the registry, with all its operands and all options that take a value', async () => {
  for (const { name, load } of commands) {
    const { command } = await load();
    const options = Object.entries(command.options).filter(([, { type }]) => type === 'string');
    const wanted = [...operandsIn(name, command), ...options.map(([option]) => `--${option}`)];
    expect([name, Object.keys(TABLE[name] ?? {}).toSorted()]).toEqual([name, wanted.toSorted()]);
  }
  expect(Object.keys(TABLE).toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});

/** Returns every mistake as a whole line. */
function linesOf(name: string, place: string, tried: Tried | Kind): readonly Slip[] {
  const isWhole = typeof tried === 'object' && 'line' in tried;
  const takes = isWhole ? tried.takes : tried;
  // The line may already contain the option that is tested.
  const usual = (LINES[name] ?? name).replace(new RegExp(` ${place} \\S+`, 'u'), '');
  const line = isWhole ? tried.line : `${usual} ${place.startsWith('--') ? `${place} ` : ''}{}`;
  const slips: readonly Slip[] = typeof takes === 'string' ? SLIPS[takes] : takes;
  return slips.map(([typed, said]) => [line.replace('{}', () => typed), said]);
}

const all = Object.entries(TABLE).map(
  ([name, places]) =>
    [name, Object.entries(places).flatMap(([place, tried]) => linesOf(name, place, tried))] as const,
);

/** Splits a line as a shell does: quotes hold words together. */
function wordsIn(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain = '']) => quoted ?? plain);
}

describe('names a slip, and answers with what was meant or with what exists', () => {
  test.each(all.filter(([, slips]) => slips.length > 0))('in %s', async (name, slips) => {
    for (const [line, said] of slips) {
      // `init --game FILE` names a game to begin with.
      const isOfAGame =
        name !== 'init' &&
        Object.hasOwn(TABLE[name] ?? {}, '--game') &&
        !/--(?:game|github|answers) /u.test(line);
      const result = await runIn(root, NOW, [...wordsIn(line), ...(isOfAGame ? ['--game', 'game'] : [])]);
      const reported = result.said.toLowerCase().replaceAll(`${root.toLowerCase()}/`, '');
      expect([line, result.code, reported]).toEqual([
        line,
        expect.toSatisfy((code: number) => code >= 1 && code <= 3),
        expect.stringContaining(said.toLowerCase()),
      ]);
      // The message is short and shows no stack trace.
      expect([line, result.said.length < 1_200, /^\s+at .*:\d+:\d+/mu.test(result.said)]).toEqual([
        line,
        true,
        false,
      ]);
    }
  });
});
