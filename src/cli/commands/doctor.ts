import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderCheck, setUpChecks } from '../../care/doctor/check-set-up.ts';
import { runChecks, type Check, type Finding, type CheckResult } from '../../care/doctor/finding.ts';
import { hasGameFiles, treeChecks } from '../../care/doctor/check-content.ts';
import { findHome, homeIn, type Host } from '../../host/host.ts';
import { forgeProblems } from '../../host/read-forge.ts';
import { describeUnread } from '../../rehearse/lint/lint-game.ts';
import { filesOnDisk } from '../../store/content-folder.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { defineCommand, type Context, type Ending } from '../command.ts';
import { explainError } from '../explain-error.ts';
import { assertFolder, gameOptions, optionsOf, startFolder } from '../local/game-options.ts';
import type { Paint } from '../terminal.ts';
import { counted } from '../local/text-table.ts';

const PORT = 4321;
const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[\\/]$/u, '');

export const command = defineCommand({
  usage: 'doctor [options]',
  details:
    'Looks at the set-up and at the game you are in, explains what is wrong with them, and says what to do. With --fix it repairs everything that needs nobody’s decision: ' +
    'it never touches rules, gamestate, votes or anything that people wrote.',
  examples: [
    { line: 'doctor', does: 'look at everything' },
    { line: 'doctor --fix', does: 'repair what it can, and report it' },
    { line: 'doctor --game harbour --json', does: 'another game, for a script' },
  ],
  options: { ...gameOptions, fix: { type: 'boolean', summary: 'repair what it can' } },
  async run(context): Promise<Ending> {
    const checks = (): Promise<readonly Check[]> => checksFor(context);
    const before = await runChecks(await checks(), explain);
    const fixed = context.values.fix === true ? await fixAll(before) : [];
    const results = fixed.length === 0 ? before : await runChecks(await checks(), explain);
    const found = results.flatMap(({ findings }) => findings);
    const problems = found.filter(({ level }) => level === 'problem');
    const result = {
      results: results.map(({ title, findings }) => ({ title, found: findings.length })),
      fixed,
      findings: found.map(({ fix, ...finding }) => ({ ...finding, fix: fix?.does ?? null })),
    };
    context.give(result, () => context.typed(render(results, fixed, context.terminal.paint)));
    return problems.length === 0 ? 'ok' : 'broken';
  },
});

/** Explains an error like a command would. Errors that no command can explain are not called bugs. */
function explain(error: unknown): { code: string; what: string; next?: string } | null {
  const {
    ending,
    problems: [first],
  } = explainError(error);
  if (ending === 'bug' || first === undefined) return null;
  const { code, what, next } = first;
  return next === undefined ? { code, what } : { code, what, next };
}

type Given = Pick<Context, 'folder' | 'environment' | 'hosts' | 'caches' | 'values'>;

async function checksFor(context: Given): Promise<readonly Check[]> {
  const { start, named } = startFolder(context);
  if (named !== null) assertFolder(start, named, context.hosts);
  const { hosts } = context;
  const found = findHome(hosts, start, false);
  // A game further up may have been found, although this folder holds a game or its remains.
  const isHere = [start, join(start, 'game')].includes(found?.folder ?? '');
  const copied = isHere && found?.folder !== start;
  const left = await homeIn(hosts).forgeChecks(start, copied);
  // A named folder means itself, not one that contains it.
  const game = isHere || (left === null && named === null) ? found : null;
  const setUp = setUpChecks({ root: ROOT, nodeVersion: process.versions.node, port: PORT });
  const tree = hasGameFiles(start) && game?.folder !== start ? await treeOf(context, start) : [];
  const forge = left ?? [];
  // Opening a forge that has lost a part would create that part empty.
  if (game !== null && (game.folder !== start || forge.length === 0)) {
    const { home, folder } = game;
    const own = [...(await home.checks(folder, optionsOf(context))), forgeCheck(hosts, folder)];
    return [...setUp, folderCheck(folder), ...own, ...forge, ...tree];
  }
  if (left !== null) return [...setUp, folderCheck(start), ...forge, ...tree];
  return [...setUp, { title: 'a game', check: async () => Promise.resolve([noGame(start, named !== null)]) }];
}

async function treeOf(context: Given, folder: string): Promise<readonly Check[]> {
  const checks = [...treeChecks(folder), forgeCheck(context.hosts, folder)];
  for (const host of context.hosts) checks.push(...((await host.treeChecks?.(folder, context)) ?? []));
  return checks;
}

function forgeCheck(hosts: readonly Host[], folder: string): Check {
  const examine = async (): Promise<readonly Finding[]> => {
    const problems = await forgeProblems(hosts, filesOnDisk(folder));
    return problems.map((problem) => {
      const { code, what, where = GAME_FILE, next = '' } = describeUnread(problem);
      return { code, level: 'problem', what, where, next };
    });
  };
  return { title: 'what game.yml says of its forge', check: examine };
}

function noGame(folder: string, isNamed: boolean): Finding {
  return {
    code: 'no-game',
    level: isNamed ? 'problem' : 'note',
    what: `There is no game in ${folder}.`,
    next: 'Go to the folder of one, name it with --game FOLDER, or begin one: `npm start`, or `gitnomic init FOLDER`.',
  };
}

interface Fixed {
  readonly code: string;
  readonly did: string;
  /** The reason why it failed; null if it succeeded. */
  readonly failed: string | null;
}

async function fixAll(results: readonly CheckResult[]): Promise<readonly Fixed[]> {
  const fixed: Fixed[] = [];
  const done = new Set<string>();
  for (const { code, fix } of results.flatMap(({ findings }) => findings)) {
    if (fix === undefined || done.has(fix.does)) continue;
    done.add(fix.does);
    const failed = await fix.run().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    fixed.push({ code, did: fix.does, failed });
  }
  return fixed;
}

function render(results: readonly CheckResult[], fixed: readonly Fixed[], paint: Paint): string {
  const found = results.flatMap(({ findings }) => findings);
  const problems = found.filter(({ level }) => level === 'problem').length;
  const fixable = found.filter(({ fix }) => fix !== undefined).length;
  const did = fixed.map(({ did: what, failed }) =>
    failed === null ? `fixed: ${what}\n` : `could not ${what}: ${failed}\n`,
  );
  return [
    ...did,
    ...results.flatMap(({ title, findings }) =>
      findings.length === 0
        ? [`${paint('green', 'ok')}       ${title}\n`]
        : findings.map((finding) => renderFinding(finding, paint)),
    ),
    problems > 0
      ? `\n${counted(problems, 'problem')}.\n`
      : `\nNothing is wrong${found.length === 0 ? '' : ' apart from the notes above'}.\n`,
    ...(fixable === 0 ? [] : [`\`gitnomic doctor --fix\` puts right ${fixable} of this.\n`]),
  ].join('');
}

function renderFinding({ code, level, what, where, next, fix }: Finding, paint: Paint): string {
  const head = level === 'problem' ? paint('red', 'problem') : paint('yellow', 'note');
  const rest = [
    ...(where === undefined ? [] : [['where', where]]),
    ['next', next],
    ...(fix === undefined ? [] : [['--fix', fix.does]]),
  ];
  const pad = level === 'problem' ? ' ' : '    ';
  return `${head}${pad} ${what} [${code}]\n${rest.map(([key, text]) => `         ${(key ?? '').padEnd(6)} ${text ?? ''}\n`).join('')}`;
}
