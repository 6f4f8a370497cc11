import { readNames } from '../../seat/read-table.ts';
import { refreshCheckout } from '../../host/checkout.ts';
import { tellAtHome } from '../local/tell-at-home.ts';
import { timeInWords } from '../../kernel/time.ts';
import { titleOfLine } from '../../wording/say-taken-action.ts';
import type { CodedError } from '../../kernel/coded-error.ts';
import { defineCommand, type Ending, failure, type Failure } from '../command.ts';
import { answered, canAsk, confirm } from '../local/ask.ts';
import { describeSaved, describeReport } from '../local/acting.ts';
import { gameOptions, homeGameOf, openGameOf } from '../local/game-options.ts';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const command = defineCommand({
  usage: 'tick [options]',
  details:
    'Runs the engine: it records what people did, resolves matters that are due, and tells people about it. If nothing is due, it changes nothing.',
  examples: [
    { line: 'tick', does: 'run the engine' },
    { line: 'tick --dry-run', does: 'show what is due, and why' },
    { line: 'tick --forward 12h', does: 'move the clock of this game forward, and then run the engine' },
  ],
  options: {
    ...gameOptions,
    'dry-run': { type: 'boolean', summary: 'change nothing but the journal; show what is due' },
    forward: { type: 'string', value: 'TIME', summary: 'first move this game’s clock forward: 90m, 12h, 2d' },
    yes: { type: 'boolean', summary: 'move the clock, or accept its time, without asking' },
  },
  async run(context): Promise<Ending> {
    const { values, give } = context;
    const dryRun = values['dry-run'] === true;
    if (dryRun && values.forward !== undefined) throw movesNothing();
    const home = values.forward === undefined ? null : await homeGameOf(context);
    if (home !== null && values.forward !== undefined) {
      const ms = durationOf(values.forward);
      // Without a game there is no clock to move.
      await home.main();
      const asks = values.yes !== true && canAsk(context);
      const message = `This moves the game’s clock forward by ${values.forward} for everybody, and it can’t be set back. Move it?`;
      if (asks && !answered(await confirm({ message, initialValue: false }))) return 'ok';
      home.forward(ms);
    }
    const game = home ?? (await openGameOf(context));
    const run = (): ReturnType<typeof game.tick> => game.tick({ dryRun });
    const report = await run().catch(async (error: unknown) => {
      if ((error as Partial<CodedError>).code !== 'clock-leaps') throw error;
      const message = `${(error as CodedError).message} Is the clock right?`;
      const isRight =
        values.yes === true || (canAsk(context) && answered(await confirm({ message, initialValue: false })));
      if (!isRight) throw error;
      (await homeGameOf(context)).forward(0);
      return run();
    });
    const saved = dryRun ? [] : await refreshCheckout(game);
    const names = await readNames(game);
    const untold = dryRun ? [] : await tellAtHome(game, context);
    const { commits, stuck, undone, restored } = report;
    const refused = report.happened.flatMap(({ at, by, what, outcome }) =>
      outcome.ok ? [] : [{ at, by, what, why: outcome.refusal.reason }],
    );
    return give(
      { now: game.now(), dryRun, commits, stuck, undone, restored, refused, kept: saved, untold },
      () => {
        const lines = [
          ...(values.forward === undefined ? [] : [`The game’s clock shows ${timeInWords(game.now())}.`]),
          ...describeReport(report, names),
          ...(dryRun
            ? refused.map(
                ({ by, what, why }) =>
                  `would refuse ${names.naming.person(by)}: ${titleOfLine(what, names.model, names.naming)}: ${why}`,
              )
            : []),
          ...describeSaved(saved),
          ...untold,
        ];
        return lines.length === 0 ? 'Everything is up to date.\n' : lines.map((line) => `${line}\n`).join('');
      },
    );
  },
});

function movesNothing(): Failure {
  return failure(
    'usage',
    'bad-option-value',
    '--dry-run changes nothing, so --forward can’t move the clock with it.',
    { next: 'Leave one of them out; `gitnomic status` shows when each pending matter is due.' },
  );
}

function durationOf(text: string): number {
  const parts = [...text.matchAll(/(\d+)\s*([mhd])/gu)];
  if (parts.length === 0 || !/^(\s*\d+\s*[mhd])+\s*$/u.test(text)) {
    throw failure('usage', 'bad-option-value', `--forward takes a length of time, not “${text}”.`, {
      expected: '90m, 12h, 2d or 1d12h',
    });
  }
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
}
