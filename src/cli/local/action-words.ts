import type { ActionDescription } from '../../kernel/describe-model.ts';
import { toKebab } from '../../kernel/names.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { answered, confirm, select, text } from './ask.ts';
import type { Position } from '../../decide/position.ts';

/** Asks for the parameters of an action that have no value yet. What may be left out may be left blank. */
export async function askForWords(
  { open }: Position,
  action: ActionDescription,
  given: Readonly<Record<string, unknown>>,
  readValue: (text: string) => unknown,
): Promise<Record<string, unknown>> {
  const words: Record<string, unknown> = { ...given };
  for (const [name, type] of Object.entries(action.with)) {
    const id = toKebab(name);
    if (Object.hasOwn(words, id)) continue;
    const answer = await askFor(id, type, open.play.state(), readValue);
    if (answer !== undefined) words[id] = answer;
  }
  return words;
}

type State = ReturnType<Position['open']['play']['state']>;

async function askFor(
  id: string,
  type: ValueType,
  state: State,
  readValue: (text: string) => unknown,
): Promise<unknown> {
  const inner = type.kind === 'optional' ? type.of : type;
  const optional = type.kind === 'optional' || 'start' in type;
  const message = `${inner.title ?? id.replaceAll('-', ' ')}${inner.about === undefined ? '' : ` (${inner.about})`}${optional ? ', may be left out' : ''}`;
  if (inner.kind === 'boolean') return answered(await confirm({ message }));
  const choices =
    inner.kind === 'choice' ? inner.of : inner.kind === 'player' ? Object.keys(state.players) : null;
  if (choices !== null && choices.length > 0) {
    const none = optional ? [{ value: '', label: '–' }] : [];
    const chosen = answered(
      await select({ message, options: [...none, ...choices.map((value) => ({ value, label: value }))] }),
    );
    return chosen === '' ? undefined : chosen;
  }
  const written = answered(
    await text({ message, placeholder: inner.kind === 'list' ? '[one, another]' : '' }),
  );
  if (written === undefined || written === '') return undefined;
  return inner.kind === 'text' || inner.kind === 'thing' ? written : readValue(written);
}
