import type { Caches } from '../../cache/caches.ts';
import type { ForgeEvent } from '../../forge/events.ts';
import type { Forge } from '../../forge/port.ts';
import { readContent } from '../../apply/look.ts';
import { commandsIn } from '../../decide/commands.ts';
import { inert } from '../../decide/inert.ts';
import { readBranch } from '../../repository/refs.ts';
import { readGame } from '../../store/read-game.ts';
import { recover } from './recover.ts';
import { RecoverError } from './recover-error.ts';

interface Asking {
  readonly forge: Forge;
  /** What happened since it was looked at last. */
  readonly events: readonly ForgeEvent[];
  readonly now: string;
  readonly caches: Caches;
}

/**
 * Goes back where somebody asks for it in a comment, `/recover`, or `/recover COMMIT` where players consented on the same post. It is
 * done before any rule is asked, since it may be rules that no longer answer. Gives what was done, a sentence each.
 */
export async function recoverAsked({ forge, events, now, caches }: Asking): Promise<readonly string[]> {
  const said: string[] = [];
  for (const event of events) {
    if (event.type !== 'commented' || event.by === null) continue;
    const command = commandsIn(event.text).find(({ name }) => name === 'recover');
    if (command === undefined) continue;
    const main = await readBranch(forge.repository, 'main');
    const { people } = readGame(main === null ? new Map() : await readContent(forge, main)).facts;
    const { id, name } = event.by;
    const by = Object.hasOwn(people, id) ? (people[id] ?? id) : id;
    const [to] = command.operands;
    const consent = to === undefined ? {} : { consent: { to, post: event.post } };
    const answer = await answerTo(async () => {
      const { from, undone } = await recover({ forge, by, name, now, caches, ...consent });
      return `The game is back at ${from.slice(0, 10)}; ${undone.length} enactments are undone.`;
    });
    await forge.comment(event.post, `recover-${event.comment ?? event.post}`, `${inert(answer)}\n`);
    said.push(answer);
  }
  return said;
}

async function answerTo(run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RecoverError)) throw error;
    return `Nothing was changed: ${error.message} ${error.next ?? ''}`.trim();
  }
}
