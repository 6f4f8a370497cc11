/** What a command of the dice roller asks for. */
export type Command =
  | { readonly kind: 'dice'; readonly number: number; readonly sides: number | bigint }
  | { readonly kind: 'pick'; readonly from: readonly string[] };

/** Words that stand for a list to pick from: `FRUIT` → its fruits. */
export type Lists = Readonly<Record<string, readonly string[]>>;

/** `3DICE6`, `FRUIT`, `{tea,coffee}` (where brackets are known); null where it is no command. */
export function parseCommand(text: string, lists: Lists = {}, brackets = false): Command | null {
  const command = text.trim();
  const dice = /^(\d*)DICE(-?\d+)$/i.exec(command);
  if (dice !== null)
    return { kind: 'dice', number: dice[1] === '' ? 1 : Number(dice[1]), sides: wholeNumber(dice[2] ?? '') };
  const from = lists[command.toUpperCase()];
  if (from !== undefined) return { kind: 'pick', from };
  const list = brackets ? /^\{([^{}]*)\}$/.exec(command) : null;
  if (list === null) return null;
  const options = splitList(list[1] ?? '').filter((option) => option !== '');
  return options.length === 0 ? null : { kind: 'pick', from: options };
}

/** Exact, however many digits it has. */
function wholeNumber(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}

/** `Lemon, Orange, Kiwi` → its words */
export function splitList(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}

/** Every card of a pack: `Ace of Hearts` … */
export function cards(suits: readonly string[], values: readonly string[]): readonly string[] {
  return suits.flatMap((suit) => values.map((value) => `${value} of ${suit}`));
}
