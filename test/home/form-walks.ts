import { somebody } from '../../src/session/fixtures/desk.ts';
import { SHORT } from '../../src/rehearse/search-promises.ts';
import { trialKey } from '../../src/rehearse/trials.ts';
import { tryMatter } from '../../src/rehearse/try-matter.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import type { TestHome } from './open-home.ts';
import { Browse, matterIn, textareaIn, valueIn } from './browse.ts';

/** Label of a field → what is typed or chosen there; `true` ticks it. */
export type Filled = Readonly<Record<string, string | true>>;

/** How people use one form of the pages. */
export interface Walk {
  /** The page on which it stands, made ready by ana; relative to the root of the pages. */
  readonly page: (table: Table) => Promise<string>;
  /** Another form that is sent before, by whoever has a seat. */
  readonly before?: Pick<Walk, 'form' | 'filled'> & { readonly path: string; readonly press: string };
  /** The form, where the page has several that go to the same door. */
  readonly form?: string;
  readonly filled: Filled;
  /** The buttons that are pressed one after another, by their labels. */
  readonly press: readonly string[];
  /** What the page says when it was done. */
  readonly done: RegExp;
  /** What it changes in the game, as a number; and by how much, where that is not one. */
  readonly counted: (table: Table) => Promise<number>;
  readonly by?: number;
  /** A mistake and what the page says of it; null where the browser itself does not send it. Some forms leave nothing to get wrong. */
  readonly mistake?: { readonly filled: Filled; readonly press: string; readonly said: RegExp | null };
  /** Somebody who may not, and what their page says then; they press what they can. */
  readonly barred?: { readonly who: 'bo' | 'zed' | null; readonly said: RegExp };
}

export interface Table {
  readonly home: TestHome;
  /** An Admin who plays, and who makes pages ready by plain requests. */
  readonly ana: Browse;
  /** Records of the forge of one type. */
  readonly events: (type: string, matching?: RegExp) => number;
  readonly files: (matching: RegExp) => Promise<number>;
}

const VOTES = 'core/votable-matters/votes';

async function call({ ana }: Table, title = 'Is it noon?'): Promise<string> {
  await ana.get('/do/post/');
  return matterIn(await ana.send('/do/post/', { kind: 'cfj', title, text: 'Well?', do: 'post' }));
}

const matterPage =
  (title?: string) =>
  async (table: Table): Promise<string> =>
    `matters/${await call(table, title)}/`;
const at = (path: string) => (): Promise<string> => Promise.resolve(path);
const opened = ({ events }: Table): Promise<number> => Promise.resolve(events('opened'));
const said =
  (matching: RegExp) =>
  ({ events }: Table): Promise<number> =>
    Promise.resolve(events('commented', matching));
const OUTSIDER = /You haven’t joined the game yet/u;

/** Two proposals that amend one sentence; of the second an Admin chooses the words. Each time others write them, since nobody may have many. */
async function clash({ ana, home, events }: Table): Promise<string> {
  const people = ['ana', 'bo', 'cy', 'dee', 'eli'];
  const round = events('opened');
  const authors = [people[round % 5], people[(round + 1) % 5]] as const;
  const matters: string[] = [];
  for (const [at, who = ''] of authors.entries()) {
    const author = await seated(home, who);
    const page = await author.get(`/do/rule/?path=${VOTES}`);
    const hours = (_: string, now: string): string => `[${Number(now) - 1 - at} hours](#value:window)`;
    const body = textareaIn(page, 'body').replace(/\[(\d+) hours\]\(#value:window\)/u, hours);
    const words = { change: 'edit', path: VOTES, base: valueIn(page, 'base'), body, text: 'Why not.' };
    const sent = await author.send('/do/rule/', { ...words, title: `[Core] Shorter ${at}`, do: 'propose' });
    matters.push(matterIn(sent));
  }
  for (const who of people) {
    const voter = await seated(home, who);
    for (const on of matters) await voter.send('/do/vote/', { on, vote: 'FOR' });
  }
  await ana.get('/do/time/');
  await ana.send('/do/time/', { hours: '60', sure: '60', do: 'forward' });
  return `matters/${matters[1] ?? ''}/`;
}

/** A proposal after which a promise can be broken, with what its trial found. */
async function bomb({ home: { game } }: Table): Promise<string> {
  const body =
    'game: { asleep: boolean() }, actions: { sing: action({ effect() { g.game.asleep = true; } }) }, hooks: { "may-enact": ({ refuse }) => (g.game.asleep ? refuse("everybody sleeps") : undefined) }';
  const head = await writeCommit(game.forge.repository, {
    parents: [await game.main()],
    changes: new Map([
      ['content/ruleset/dynastic/gulls.md', '---\ntitle: Gulls\norder: 95\n---\nGulls sing.\n'],
      [
        'content/ruleset/dynastic/gulls.ts',
        `import { action, boolean, rule } from 'gitnomic/rules';\n\nexport default rule((g) => ({ ${body} }));\n`,
      ],
    ]),
    author: { name: 'somebody', email: '', at: game.now() },
    message: 'Change\n',
  });
  const post = await game.people.open(somebody('bo'), { kind: 'proposal', title: 'Gulls', text: '', head });
  await game.tick();
  const { id, key, state } = await withPosition(game, ({ open: { play }, posts }) => {
    const found = posts.idOf(post);
    const { [found]: data } = play.state().posts;
    if (data === undefined) throw new Error('nothing is pending');
    return { id: found, key: trialKey(play, data), state: play.state() };
  });
  const trial = await tryMatter(await game.content(), state, id, game.now(), game.caches, { effort: SHORT });
  game.trials?.add(key, trial);
  return id;
}

async function seated({ server }: TestHome, who: string): Promise<Browse> {
  const browse = new Browse(server.port);
  await browse.sitAs(who);
  return browse;
}

/** Every form of the pages by the door that it goes to. */
export const WALKS: Readonly<Record<string, Walk>> = {
  vote: {
    page: matterPage(),
    filled: { 'Why?': 'It is.' },
    press: ['For'],
    done: /votes FOR/u,
    counted: said(/:for:/u),
    mistake: { filled: {}, press: 'Veto', said: /Veto: VETO is for a Proposal/u },
    barred: { who: 'zed', said: OUTSIDER },
  },
  act: {
    page: at('do/act/?action=roll'),
    filled: { Roll: '2DICE6' },
    press: ['Preview', 'Do it'],
    done: /Roll dice\. Done\./u,
    counted: ({ files }) => files(/"what":"roll"/gu),
    mistake: { filled: { Roll: 'banana' }, press: 'Preview', said: /banana/u },
    barred: { who: null, said: /Say who you are/u },
  },
  post: {
    page: at('do/post/'),
    filled: { Category: 'cfj', Title: 'Is it night?', Text: 'It is dark.' },
    press: ['Post it'],
    done: /Posted\./u,
    counted: opened,
    mistake: {
      filled: { Category: 'cfj', Title: '   ' },
      press: 'Post it',
      said: /Give it a title/u,
    },
    barred: { who: 'zed', said: OUTSIDER },
  },
  own: {
    page: matterPage('Is it late?'),
    filled: { Title: 'Is it later?', Text: 'It is.' },
    press: ['Change it'],
    done: /Done\./u,
    counted: ({ events }) => Promise.resolve(events('edited')),
    mistake: { filled: { Title: '   ' }, press: 'Change it', said: /A post needs a title/u },
    barred: { who: 'bo', said: /Is it late\?/u },
  },
  rule: {
    page: at('do/rule/?change=add'),
    form: '#door-rule-add',
    filled: {
      'Title of the rule': 'Lamps',
      'Its text': 'Lamps are lit.\n\n| Each player has | starts at |\n| --- | --- |\n| Lamps | 0 |',
      'Title of the proposal': 'Light',
    },
    press: ['Preview the change', 'Propose it'],
    done: /Proposed\./u,
    counted: opened,
    mistake: { filled: { 'Title of the rule': 'Dark' }, press: 'Propose it', said: null },
    barred: { who: 'zed', said: OUTSIDER },
  },
  settle: {
    page: clash,
    filled: {},
    press: ['Leave what is in force'],
    done: /The words are chosen\./u,
    counted: said(/^\/merge/u),
    barred: { who: 'bo', said: /\[Core\] Shorter 1/u },
  },
  comment: {
    page: matterPage(),
    filled: { 'Your comment': 'Gladly.' },
    press: ['Comment'],
    done: /Your comment is posted\./u,
    counted: said(/^Gladly\.$/u),
    mistake: { filled: { 'Your comment': '   ' }, press: 'Comment', said: /Write a comment first/u },
    barred: { who: null, said: /Choose your name/u },
  },
  values: {
    page: at('do/values/?path=players.bo.name'),
    filled: { 'The new value of Bo: Name': 'Bobby', 'Title of the proposal': 'Call him Bobby' },
    press: ['Propose it'],
    done: /Proposed\./u,
    counted: opened,
    mistake: {
      filled: { 'Value to set (1)': 'players.nobody.name' },
      press: 'Propose it',
      said: /There is no players\.nobody\.name/u,
    },
    barred: { who: 'zed', said: OUTSIDER },
  },
  draft: {
    before: {
      path: 'do/rule/?change=add',
      form: '#door-rule-add',
      filled: { 'Title of the rule': 'Bells', 'Its text': 'Bells ring.' },
      press: 'Save for later, with other changes',
    },
    page: at('do/draft/'),
    filled: { 'Title of the proposal': 'Kindness' },
    press: ['Propose everything'],
    done: /Proposed\./u,
    counted: opened,
    barred: { who: null, said: /Say who you are to have a draft/u },
  },
  // A line goes into the text that is being written. The game changes once the rule is proposed.
  count: {
    page: at('do/count/?path=dynastic%2Fbids'),
    filled: {},
    press: ['Add something to count'],
    done: /Choose what this line says/u,
    counted: () => Promise.resolve(0),
    by: 0,
  },
  seal: {
    page: at('do/seal/?kind=bid'),
    filled: { Lot: 'lamp', Amount: '7' },
    press: ['Preview', 'Seal and send'],
    done: /Sealed and sent\./u,
    counted: ({ events }) =>
      Promise.resolve(events('commented', /AGE ENCRYPTED FILE/u) + events('opened', /AGE ENCRYPTED FILE/u)),
    mistake: { filled: { Lot: 'moon', Amount: '7' }, press: 'Preview', said: /obody sells the moon/u },
    barred: { who: null, said: /Say who you are/u },
  },
  peace: {
    page: at('do/peace/'),
    filled: { 'Stop new people from joining': true, Why: 'A quiet evening.' },
    press: ['Do it'],
    done: /Everybody can see it/u,
    counted: said(/\bpeace\b/u),
    mistake: { filled: { 'Open joining': true }, press: 'Do it', said: null },
    barred: { who: 'bo', said: /Admins can calm things down/u },
  },
  who: {
    page: at('do/who/'),
    filled: { Bo: true },
    press: ['Continue'],
    done: /You are Bo/u,
    counted: () => Promise.resolve(0),
    by: 0,
    mistake: { filled: { 'Or a new player': 'Anna' }, press: 'Continue', said: /Did you mean ana\?/u },
  },
  resolve: {
    page: matterPage(),
    filled: {},
    press: ['Fail', 'Yes, fail it'],
    done: /It failed\./u,
    counted: said(/^\/fail/u),
    mistake: { filled: {}, press: 'Enact', said: /Enact: .*more votes? in favour/u },
    barred: { who: 'bo', said: /Fail: /u },
  },
  time: {
    page: at('do/time/'),
    filled: { 'Hours to skip': '12' },
    press: ['Skip ahead', 'Yes, skip 12 h'],
    done: /Skipped 12 h\./u,
    counted: ({ home }) => Promise.resolve(Date.parse(home.game.now()) / 3_600_000),
    by: 12,
    mistake: { filled: { 'Hours to skip': '-3' }, press: 'Skip ahead', said: null },
  },
  way: {
    page: async (table) => `matters/${await bomb(table)}/`,
    filled: {},
    press: ['Play it in a copy'],
    done: /That was a copy\. Nothing has happened in the game\./u,
    counted: async ({ home }) => (await home.game.status()).queue.length,
    by: 0,
  },
  back: {
    page: at('do/back/'),
    filled: {},
    press: ['Rewind to: The beginning'],
    done: /You now play a copy of the game as it was then/u,
    counted: async ({ ana }) => (await ana.get('/do/back/')).text.split('name="folder"').length,
  },
};
