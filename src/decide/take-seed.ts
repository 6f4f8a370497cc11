import { isSeedOf } from '../play/chance/committed-seed.ts';
import { whyNotPromise } from '../play/secrets/seed-ring.ts';
import type { Outcome } from '../play/outcome.ts';
import type { Command } from './commands.ts';
import type { Table } from './table.ts';

type Head = { readonly at: string; readonly by: string };
type Asked = Head & { readonly command: Command };

/**
 * `/seed sha256:…`: from which seed the emperor's side draws its secret choices from now on. `/seed reveal 3f…`: what
 * that was, once another is drawn from, so that anybody can draw again.
 */
export function takeSeed(table: Table, asked: Asked): Outcome {
  const { at, by } = asked;
  const outcome = asked.command.operands[0] === 'reveal' ? reveal(table, asked) : promise(table, asked);
  table.happened.push({ at, by, what: 'seed', outcome, line: table.line });
  return outcome;
}

function promise(table: Table, { command, at, by }: Asked): Outcome {
  const [hash = '', word] = command.operands;
  const { dynasty } = table.open.play.state();
  if (dynasty['emperor'] !== by)
    return refused(`only the ${table.open.play.terms.emperor} promises a seed for secret choices`);
  if (!/^sha256:[0-9a-f]{64}$/u.test(hash))
    return refused('that is no hash of a seed: one begins with “sha256:”');
  if (table.seeds.some((one) => one.hash === hash)) return refused('that seed was promised before');
  const lost = word === 'lost';
  const number = typeof dynasty['number'] === 'number' ? dynasty['number'] : null;
  const isOver = dynasty['interregnum'] === true;
  const why = whyNotPromise(table.seeds, { emperor: by, dynasty: number, isOver, lost });
  if (why !== null) return refused(why);
  const entry = { hash, by, dynasty: number, line: table.line ?? 0, at };
  table.seeds.push(lost ? { ...entry, lost } : entry);
  return done('Secret choices are drawn from this seed from now on.');
}

function reveal(table: Table, { command, at }: Asked): Outcome {
  const hex = command.operands[1] ?? '';
  const seed = /^[0-9a-f]{64}$/u.test(hex) ? new Uint8Array(Buffer.from(hex, 'hex')) : null;
  if (seed === null) return refused('a seed is 64 hexadecimal digits');
  const place = table.seeds.findIndex(({ hash }) => isSeedOf(hash, seed));
  const entry = table.seeds[place];
  if (entry === undefined) return refused('nobody promised that seed');
  if (place === table.seeds.length - 1)
    return refused('secret choices are still drawn from it: promise another first, when the dynasty is over');
  if (entry.revealed === undefined) table.seeds[place] = { ...entry, revealed: { seed: hex, at } };
  return done(
    `It is the seed that was promised on ${entry.at.slice(0, 10)}. \`gitnomic replay\` draws from it again.`,
  );
}

function done(result: string): Outcome {
  return { ok: true, changes: [], draws: [], result };
}

function refused(reason: string): Outcome {
  return { ok: false, refusal: { code: 'seed', reason, rule: null, param: null }, draws: [] };
}
