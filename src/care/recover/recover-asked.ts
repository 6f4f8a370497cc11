import type { Caches } from '../../cache/caches.ts';
import type { ForgeEvent, Person } from '../../forge/events.ts';
import type { Forge } from '../../forge/port.ts';
import { readContent } from '../../apply/observe.ts';
import { commandsIn } from '../../decide/commands.ts';
import { inert } from '../../decide/inert.ts';
import { readBranch } from '../../repository/refs.ts';
import { readGame } from '../../store/read-game.ts';
import { recover } from './recover.ts';
import { RecoverError } from './recover-error.ts';

interface Asking {
  readonly forge: Forge;
  /** The events since the last look. */
  readonly events: readonly ForgeEvent[];
  readonly now: string;
  readonly caches: Caches;
}

/**
 * Goes back if somebody asks for it with `/recover`, or with `/recover COMMIT` on a post where players consented.
 * Runs before any rule is asked, since rules may no longer answer. Returns one sentence for each request.
 */
export async function recoverAsked({ forge, events, now, caches }: Asking): Promise<readonly string[]> {
  const said: string[] = [];
  for (const event of events) {
    const person = event.by;
    if (event.type !== 'commented' || person === null) continue;
    const command = commandsIn(event.text).find(({ name }) => name === 'recover');
    if (command === undefined) continue;
    const [to] = command.operands;
    const consent = to === undefined ? {} : { consent: { to, post: event.post } };
    const answer = await answerTo(() => goBackFor(person, { forge, now, caches, ...consent }));
    await forge.comment(event.post, `recover-${event.comment ?? event.post}`, `${inert(answer)}\n`);
    said.push(answer);
  }
  return said;
}

interface GoingBack extends Pick<Asking, 'forge' | 'now' | 'caches'> {
  readonly consent?: { readonly to: string; readonly post: string };
}

/** Goes back for a person on the forge and reports the result. Throws a `RecoverError` if they may not or need not. */
export async function goBackFor({ id, name }: Pick<Person, 'id' | 'name'>, back: GoingBack): Promise<string> {
  const main = await readBranch(back.forge.repository, 'main');
  const { people } = readGame(main === null ? new Map() : await readContent(back.forge, main)).facts;
  const by = Object.hasOwn(people, id) ? (people[id] ?? id) : id;
  const { from, undone, repealed } = await recover({ ...back, by, name });
  if (repealed !== null) return `The rule ${repealed} is repealed; everything else stays as it is.`;
  return `The game is back at ${from.slice(0, 10)}; ${undone.length} enactments are undone.`;
}

async function answerTo(run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RecoverError)) throw error;
    return `Nothing was changed: ${error.message} ${error.next ?? ''}`.trim();
  }
}
