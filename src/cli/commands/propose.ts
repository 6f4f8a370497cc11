import { flag, valued } from '../../host/command.ts';
import { isStyle } from '../../store/paths.ts';
import { kindMeant } from '../../seat/preview.ts';
import { readEdits } from '../../host/checkout.ts';
import { draftChanges, type DraftChange } from '../../seat/draft-changes.ts';
import { describeParted, findParted, meantLine, type Parted } from '../../wording/say-parted.ts';
import { withPosition, readNames } from '../../seat/read-table.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { sayPromises } from '../../rehearse/say-trial.ts';
import { SHORT } from '../../rehearse/search-promises.ts';
import { tryDraft } from '../../seat/try-draft.ts';
import type { Game } from '../../host/game.ts';
import { readableSlug } from '../../ruleset/readable-slug.ts';
import { readValue } from '../../session/take/commands.ts';
import { readContent } from '../../tick/observe.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import type { Person } from '../../forge/events.ts';
import type { Oid } from '../../repository/oid.ts';
import { defineCommand, type Values, type Ending, failure, Failure } from '../command.ts';
import { actAtOnce, describeSaved, describeReport, failIfRefused } from '../local/acting.ts';
import { actingOptions, actorOf, homeGameOf, openGameOf, postOptions } from '../local/game-options.ts';
import { assertKind, kindsIn } from './post.ts';
import { withoutMarkup } from '../local/text-table.ts';
import { showChanges } from '../local/show-diff.ts';
import { programOf } from '../../seat/draft-edit.ts';

const options = {
  ...actingOptions,
  ...postOptions,
  text: valued('TEXT', 'your reasons; with --add-rule, the text of the rule'),
  kind: valued('KIND', 'the category of the post (default: the first that is voted on)'),
  rule: valued('RULE', 'the rule to edit: its title, number or path'),
  replace: valued('WORDS', 'text that occurs in it exactly once'),
  with: valued('WORDS', 'the text to put in its place'),
  'add-rule': valued('TITLE', 'a rule to add'),
  section: valued(
    'SECTION',
    'where: one of the sections of the rules (default: where new rules of the game go)',
  ),
  under: valued('RULE', 'the parent, for a sub-rule'),
  'repeal-rule': valued('RULE', 'a rule to repeal, with its sub-rules'),
  transmute: valued('RULE', 'a mutable rule to make immutable, or the other way round'),
  set: {
    type: 'string',
    multiple: true,
    value: 'PATH=VALUE',
    summary: 'a value of the gamestate: players.ana.name=Ana',
  },
  'on-purpose': flag('state in the text that the words and the clause of a rule differ on purpose'),
  'dry-run': flag('show what it would change, and propose nothing'),
} as const;

export const command = defineCommand({
  usage: 'propose [options] [TITLE]',
  details:
    'Proposes your edits in the folder’s content/, or the change that the options describe. Your edits are reverted afterwards: they are on the proposal’s branch, and reach main when the proposal is enacted.',
  examples: [
    {
      line: 'propose --as ana --title "[Core] A longer window"',
      does: 'propose your edits in content/',
    },
    {
      line: 'propose --as ana --rule Votes --replace "48" --with "72" --title "[Core] A longer window"',
      does: 'change the text of a rule',
    },
    {
      line: 'propose --as ana --add-rule Manners --text "Everybody says please."',
      does: 'add a rule',
    },
    {
      line: 'propose --as ana --set players.bo.name=Bob --title "Call him Bob"',
      does: 'change a value of the gamestate',
    },
  ],
  options,
  operands: { name: 'TITLE', summary: 'the title of the post, instead of --title', min: 0, max: 1 },
  async run(context): Promise<Ending> {
    const { values, terminal } = context;
    const home = values['dry-run'] === true ? null : await homeGameOf(context);
    const game = home ?? (await openGameOf(context));
    if (values.kind !== undefined) assertKind(values.kind, await kindsIn(game));
    const wanted = wantedOf(values);
    const { base, changes } = wanted.length === 0 ? await readEdits(game) : await draft(game, wanted);
    if (changes.size === 0) throw nothingToPropose();
    const old = await readContent(game.forge, base);
    const diff = [...changes].map(([path, after]) => ({ path, before: old.get(path) ?? null, after }));
    const program = await programOf(game, old, changes);
    const ofRules = new Map([...changes].filter(([path]) => !isStyle(path)));
    const { text, parted } = await partedBy(game, ofRules, values);
    const title = values.title ?? context.operands[0] ?? titleFor(wanted, [...changes.keys()]);
    const kind = values.kind ?? (await withPosition(game, (position) => kindMeant(position, game.now())));
    // The preview hardly depends on the proposer, but an unknown name is still a mistake.
    const by = home === null && values.as === undefined ? null : await actorOf(context, game);
    const trial = await tryDraft(game, by, { kind, title, text }, { base, changes }, SHORT);
    const { problems = [], warnings = [], omitted = [], passing = [], promises } = trial ?? {};
    const left = omitted.map(({ change, reason }) => `${change}: ${reason}`);
    const brings = [...warnings, ...left];
    const unbroken = sayPromises(promises, IN_ENGLISH);
    const promised = unbroken === '' ? '' : `\n${withoutMarkup(unbroken)}`;
    const shown = (): string =>
      `${showChanges(program, terminal.paint)}${list('It would fail', problems)}${list('When it passes', passing)}${list('Left out if it passes', left)}${list('Side effects', warnings)}${promised}${tellParted(parted)}`;
    const found = { changes: diff, program, problems, passing, warnings: brings, promises, parted };
    if (home === null || by === null) return context.give(found, shown);
    const head = await commitFor(game, by, title, { base, changes });
    const acted = await actAtOnce(
      game,
      () => home.people.open(by, { kind, title, text, head, branch: branchFor(title, head) }),
      wanted.length === 0 ? changes.keys() : [],
    );
    failIfRefused(acted);
    const happened = describeReport(acted.report, await readNames(game));
    const lines = [
      `Post ${acted.answer}: ${title}, by ${by.name}\n`,
      shown(),
      ...[...happened, ...describeSaved(acted.saved)].map((line) => `${line}\n`),
    ];
    return context.give({ post: acted.answer, title, by: by.id, head, ...found, happened }, () =>
      lines.join('\n'),
    );
  },
});

function nothingToPropose(): Failure {
  return failure('usage', 'no-change', 'There is nothing to propose: nothing in content/ is edited.', {
    next: 'Edit a rule there, or say what to change: `gitnomic propose --help`.',
  });
}

function commitFor(
  game: Game,
  by: Person,
  title: string,
  { base, changes }: { readonly base: Oid; readonly changes: ReadonlyMap<string, string | null> },
): Promise<Oid> {
  const author = { name: by.name, email: `${by.id}@players.invalid`, at: game.now() };
  return writeCommit(game.forge.repository, { parents: [base], changes, author, message: `${title}\n` });
}

/** Rules whose words and clause would diverge, with reasons, and the line that marks each as intended. */
async function partedBy(
  game: Game,
  changes: ReadonlyMap<string, string | null>,
  { text: given = '', 'add-rule': added, 'on-purpose': onPurpose = false }: Values<typeof options>,
): Promise<{ readonly text: string; readonly parted: readonly Parted[] }> {
  const words = added === undefined ? given : '';
  const files = [...changes].map(([path, content]) => ({ verb: 'file', path, content }) as const);
  const find = (text: string): Promise<readonly Parted[]> =>
    withPosition(game, ({ open: { play } }) => findParted({ changes: files, text }, play));
  const parted = await find(words);
  const lines = parted.flatMap((one) => (one.onPurpose ? [] : [meantLine(one.title)]));
  if (!onPurpose) return { text: words, parted };
  const text = [words, lines.join('\n')].filter((part) => part !== '').join('\n\n');
  return { text, parted: await find(text) };
}

/** Warns that words and clause would come apart, to make sure that the author intends it. */
function tellParted(parted: readonly Parted[]): string {
  return parted.map((one) => `\n${describeParted(one)}\n`).join('');
}

async function draft(game: Game, wanted: readonly DraftChange[]) {
  const { changes, problems } = draftChanges(await game.content(), wanted, game.caches);
  if (problems.length > 0)
    throw new Failure(
      'usage',
      problems.map(({ code, message, file, expected, example }) => ({
        code,
        what: message,
        where: file,
        expected: `${expected}, such as ${example}`,
      })),
    );
  return { base: await game.main(), changes };
}

function wantedOf(values: Values<typeof options>): readonly DraftChange[] {
  const wanted: DraftChange[] = [];
  const { rule, replace, with: words, section, under, text } = values;
  if (rule !== undefined) {
    if (replace === undefined || words === undefined)
      throw failure('usage', 'half-an-edit', '--rule needs --replace and --with.', {
        next: '`gitnomic propose --help` shows an example.',
      });
    wanted.push({ do: 'edit', rule, replace, with: words });
  }
  const title = values['add-rule'];
  if (title !== undefined) {
    if (text === undefined)
      throw failure('usage', 'no-text', '--add-rule needs the words of the rule.', {
        next: 'Give them with --text.',
      });
    wanted.push({
      do: 'add',
      title,
      text,
      ...(section === undefined ? {} : { section }),
      ...(under === undefined ? {} : { under }),
    });
  }
  if (values['repeal-rule'] !== undefined) wanted.push({ do: 'repeal', rule: values['repeal-rule'] });
  if (values.transmute !== undefined) wanted.push({ do: 'transmute', rule: values.transmute });
  for (const setting of values.set ?? []) {
    const at = setting.indexOf('=');
    if (at < 1)
      throw failure('usage', 'bad-option-value', `--set takes a path and a value, not “${setting}”.`, {
        expected: 'players.ana.name=Ana',
      });
    wanted.push({ do: 'set', path: setting.slice(0, at), value: readValue(setting.slice(at + 1)) });
  }
  return wanted;
}

function titleFor(wanted: readonly DraftChange[], paths: readonly string[]): string {
  const [first] = wanted;
  if (first === undefined)
    return `Change ${paths
      .map(
        (path) =>
          path
            .split('/')
            .at(-1)
            ?.replace(/\.\w+$/u, '') ?? path,
      )
      .join(', ')}`.slice(0, 200);
  if (first.do === 'add') return first.title;
  if (first.do === 'set') return `Set ${first.path}`;
  return `${{ repeal: 'Repeal', transmute: 'Transmute', edit: 'Change' }[first.do]} ${first.rule}`;
}

/** The branch name is for people; the commit distinguishes two of the same name. */
function branchFor(title: string, head: string): string {
  return `${readableSlug(title).slice(0, 40).replace(/-+$/u, '') || 'change'}-${head.slice(0, 6)}`;
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `\n${title}:\n${items.map((item) => `  ${item}\n`).join('')}`;
}
