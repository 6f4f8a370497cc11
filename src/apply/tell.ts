import type { Forge } from '../forge/port.ts';
import { readEngineFiles, type EngineFacts } from '../store/engine-files.ts';
import type { ContentFiles } from '../store/paths.ts';
import { deliver, writeToldCount, type JustPosted } from './deliver.ts';
import type { Decision } from '../decide/decision.ts';

/** Sends what commits on main still owe, then this decision's messages; returns how many. */
export async function tellAll(
  forge: Forge,
  files: ContentFiles,
  told: number,
  decision: Decision,
  now: string,
): Promise<number> {
  const { outbox }: EngineFacts = readEngineFiles(files).engine.facts;
  const unsent = outbox.notices.filter(({ n }) => n > told);
  const posted: JustPosted = new Map();
  for (const notice of [...unsent, ...decision.notices]) await deliver(forge, notice, posted);
  if (outbox.last > told) await writeToldCount(forge, outbox.last, now);
  return unsent.length + decision.notices.length;
}
