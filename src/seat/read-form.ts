import { commandsIn, writeCommand } from '../session/take/commands.ts';
import type { FormField } from '../wording/form-field.ts';
import type { Say } from '../language/wording.ts';
import { sameValue } from '../kernel/values.ts';
import { readFields, type GivenTexts, type ReadForm } from './read-fields.ts';

export function readForm(
  action: string,
  fields: readonly FormField[],
  given: GivenTexts,
  say: Say,
): ReadForm {
  const { words, problems } = readFields(fields, given, say);
  if (problems.length > 0) return { words, problems };
  // The step is written as a line of a comment. If it reads back differently, it must not be sent.
  const [command] = commandsIn(writeCommand(action, words));
  if (command !== undefined && sameValue(command.words, words)) return { words, problems };
  const reason = say`This doesn’t fit into one command: use fewer brackets in the texts.`;
  return { words, problems: [{ field: null, reason }] };
}
