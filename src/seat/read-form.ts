import { commandsIn, writeCommand } from '../decide/commands.ts';
import type { FormField } from '../decide/form-field.ts';
import { sameValue } from '../kernel/values.ts';
import { readFields, type GivenTexts, type ReadForm } from './read-fields.ts';

/** The contents of a form, as the action's words. */
export function readForm(action: string, fields: readonly FormField[], given: GivenTexts): ReadForm {
  const { words, problems } = readFields(fields, given);
  if (problems.length > 0) return { words, problems };
  // The step is written as a line of a comment, like anybody's; what that line can't say must not be sent as something else.
  const [command] = commandsIn(writeCommand(action, words));
  if (command !== undefined && sameValue(command.words, words)) return { words, problems };
  const reason =
    'This can’t be written as one command: use fewer brackets in its texts, or nest less deeply.';
  return { words, problems: [{ field: null, reason }] };
}
