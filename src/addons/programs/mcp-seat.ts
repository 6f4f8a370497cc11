import type { McpServer, ResourceMetadata, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { readStatus } from '../../tick/read-status.ts';
import type { Position } from '../../session/position/position.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { splitState } from '../../store/private-values.ts';
import { codeOf } from '#platform/files.ts';
import { takeTurns } from '../../repository/disk.ts';
import { withPosition } from '../../seat/read-table.ts';
import { canNow, whyNow } from '../../seat/program/can.ts';
import type { SeatPace } from '../../seat/program/seat-pace.ts';
import {
  rehearseStep,
  stepSchema,
  stepShapes,
  takeSeatStep,
  type SeatStep,
} from '../../seat/program/steps.ts';

/** The SDK is not part of the package; users install it themselves. */
async function loadSdk() {
  try {
    return await import('@modelcontextprotocol/sdk/server/mcp.js');
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CodedError('not-installed', 'This needs a package that is not installed.', {
      next: 'npm install @modelcontextprotocol/sdk, beside gitnomic.',
    });
  }
}

/** One player’s seat as a model has it: the things that they may see and do. */
export interface McpSeat {
  readonly game: HomeGame;
  readonly who: Person;
  readonly pace: SeatPace;
}

const LEDGER_LINES = 200;

type Reading = (position: Position, now: string) => unknown;

/** The readable resources: exactly what the public may see. */
const RESOURCES: Readonly<Record<string, { readonly about: string; readonly read: Reading }>> = {
  ruleset: {
    about: 'the rules, each with its path, number and title',
    read: ({ open: { play } }) =>
      play.manifest.rules.map(({ path, number, title }) => ({ path, number, title })),
  },
  state: { about: 'everything that is tracked in public', read: openState },
  matters: {
    about: 'what is pending, with its votes and what comes next',
    read: (position, now) => readStatus(position, now),
  },
  ledger: {
    about: `the last ${LEDGER_LINES} things that were done`,
    read: ({ open: { play } }) => play.ledger.slice(-LEDGER_LINES).map((line) => play.record.openLine(line)),
  },
};

function openState({ open: { play } }: Position): unknown {
  return splitState(play.state(), play.model).open;
}

function ruleAt({ open: { play } }: Position, path: string): unknown {
  const text = play.files.get(`${path}.md`);
  if (text === undefined)
    throw new CodedError('no-such-rule', `There is no rule ${path}.`, { next: 'Read gitnomic://ruleset.' });
  return { path, text, clause: play.files.get(`${path}.ts`) ?? null };
}

interface Answer {
  readonly [key: string]: unknown;
  content: [{ type: 'text'; text: string }];
  isError: boolean;
}

/** Runs the commands of one game in turn, from any sender. */
type InTurn = ReturnType<typeof takeTurns>;

/** A server for one player, with everything that they can read and do. */
export async function openMcpSeat(seat: McpSeat, inTurn: InTurn = takeTurns()): Promise<McpServer> {
  const sdk = await loadSdk();
  const server = new sdk.McpServer({ name: 'gitnomic', version: '1' });
  const { game, who, pace } = seat;
  const run: Run = (work) => {
    pace.take(who.id);
    return inTurn(game.folder, work);
  };
  const seen = (read: Reading): Promise<unknown> =>
    run(() => withPosition(game, (position) => read(position, game.now())));
  registerResources(server, new sdk.ResourceTemplate('gitnomic://rule/{+path}', { list: undefined }), seen);
  registerViews(server, seen, who);
  registerSteps(server, run, seat);
  return server;
}

type Run = <T>(work: () => Promise<T>) => Promise<T>;
type Seen = (read: Reading) => Promise<unknown>;

function registerResources(server: McpServer, rule: ResourceTemplate, seen: Seen): void {
  const meta = (description: string): ResourceMetadata => ({ description, mimeType: 'application/json' });
  const asResource = async (uri: URL, read: Reading) => {
    const text = JSON.stringify(await seen(read), null, 2);
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
  };
  for (const [name, { about, read }] of Object.entries(RESOURCES))
    server.registerResource(name, `gitnomic://${name}`, meta(about), (uri) => asResource(uri, read));
  server.registerResource('rule', rule, meta('a rule’s words and clause'), (uri) =>
    asResource(uri, (position) => ruleAt(position, decodeURIComponent(uri.pathname.slice(1)))),
  );
}

function registerViews(server: McpServer, seen: Seen, who: Person): void {
  const resourceSchema = z.object({
    what: z.enum(['ruleset', 'rule', 'state', 'matters', 'ledger']),
    rule: z.string().optional().describe('of a rule, its path as the ruleset has it'),
  });
  const hint = 'See the rules, a rule, the state, pending matters or the ledger.';
  server.registerTool('look', { description: hint, inputSchema: resourceSchema }, ({ what, rule = '' }) =>
    answer(async () => [await seen(RESOURCES[what]?.read ?? ((position) => ruleAt(position, rule))), true]),
  );
  const can = 'Lists the steps that you can take now, with types and choices, and for the others the reason.';
  server.registerTool('can', { description: can }, () =>
    answer(async () => [await seen((position, now) => canNow(position, now, who)), true]),
  );
  const asks = z.object({
    matter: z.string().optional(),
    action: z.string().optional(),
    with: stepShapes.act.shape.with,
  });
  const why = 'Why a matter is pending, or an action refused, rule by rule.';
  server.registerTool('why', { description: why, inputSchema: asks }, (asked) =>
    answer(async () => [await seen((position, now) => whyNow(position, now, who, asked)), true]),
  );
}

function registerSteps(server: McpServer, run: Run, { game, who }: McpSeat): void {
  const rehearse = {
    description: 'Rehearses a step and describes its result. Nothing is done.',
    inputSchema: z.object({ step: stepSchema }),
  };
  server.registerTool('rehearse', rehearse, ({ step }) =>
    answer(async () => {
      const rehearsed = await run(() => rehearseStep(game, who, step));
      return [rehearsed, rehearsed.ok];
    }),
  );
  for (const [name, inputSchema] of Object.entries(stepShapes))
    server.registerTool(name, { description: DOES[name] ?? name, inputSchema }, (words: object) =>
      answer(async () => {
        const step = await run(() => takeSeatStep(game, who, { do: name, ...words } as SeatStep));
        return [step, step.ok];
      }),
    );
}

/** Answers a tool call; a refusal is an answer, too. */
async function answer(work: () => Promise<readonly [unknown, boolean]>): Promise<Answer> {
  const say = (result: unknown, isError: boolean): Answer => ({
    content: [{ type: 'text', text: JSON.stringify(result, null, 2) }],
    isError,
  });
  try {
    const [result, ok] = await work();
    return say(result, !ok);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const { code, message, next } = error;
    return say({ code, message, next }, true);
  }
}

const DOES: Readonly<Record<string, string>> = {
  act: 'Take an action of the rules.',
  vote: 'Vote on a pending matter.',
  comment: 'Say something below a post.',
  post: 'Make a post; some kinds of posts ask to join or claim victory.',
  propose: 'Propose a change of rules or values, for others to vote on.',
};
