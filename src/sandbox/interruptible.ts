import { concat, textOf } from '#platform/bytes.ts';

/**
 * QuickJS checks for interrupts only between bytecode steps, and one step may be an endless C loop: a search in a
 * list that claims to be long, a comparison of two long texts, a product of two long numbers. So every loop of the
 * compiled engine counts down a word of memory, and asks whether to go on when that reaches zero. If not, it traps.
 */

/** The remaining count, and the runtime to ask. C programs don't use these addresses, because they are too close to null. */
export const LEFT = 8;
export const RUNTIME_POINTER = 12;

/** Copying a block is a single instruction, however large it is, so it counts like many rounds of a loop. */
const LOOP = 1;
const BLOCK = 1 << 12;

const TYPE_BLOCK = 0x40;
const LOOP_BEGINS = 0x03;
const BEGINNINGS: ReadonlySet<number> = new Set([0x02, LOOP_BEGINS, 0x04]);
const END = 0x0b;
const SWITCH = 0x0e;
const EXTENDED = 0xfc;
/** Only the interpreter has a switch with so many cases. */
const MOST_CASES = 200;

/** The number of operands after each instruction. A few instructions have other operands. */
const NUMBERS = new Uint8Array(256);
for (const op of [0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2]) NUMBERS[op] = 1;
for (let op = 0x20; op <= 0x26; op++) NUMBERS[op] = 1;
for (let op = 0x28; op <= 0x3e; op++) NUMBERS[op] = 2;
NUMBERS[0x11] = 2;

const IMPORTS = 2;
const CODE = 10;

/** Adds the counting; `interrupt` is QuickJS's import for the interrupt check. */
export function interruptible(wasm: Uint8Array, interrupt: string): Uint8Array<ArrayBuffer> {
  const reader = new Reader(wasm);
  reader.at = 8;
  const parts: Uint8Array[] = [wasm.subarray(0, 8)];
  let asking: number | null = null;
  while (reader.at < wasm.length) {
    const start = reader.at;
    const id = reader.byte();
    const size = reader.number();
    const end = reader.at + size;
    if (id === IMPORTS) asking = functionImported(reader, interrupt);
    if (id === CODE) {
      if (asking === null) throw new Error(`the sandbox's engine imports no "${interrupt}" to be stopped by`);
      const code = concat(withCounting(reader, asking));
      parts.push(Uint8Array.of(CODE), number(code.length), code);
    } else parts.push(wasm.subarray(start, end));
    reader.at = end;
  }
  return concat(parts);
}

/** Finds an imported function's index; imports are numbered first. */
function functionImported(reader: Reader, wanted: string): number | null {
  let functions = 0;
  for (let left = reader.number(); left > 0; left--) {
    reader.name();
    const name = reader.name();
    // A memory comes last.
    if (reader.byte() !== 0) return null;
    reader.number();
    if (name === wanted) return functions;
    functions++;
  }
  return null;
}

function withCounting(reader: Reader, asking: number): Uint8Array[] {
  const count = reader.number();
  const code = { loop: counting(LOOP, asking), block: counting(BLOCK, asking) };
  const parts: Uint8Array[] = [number(count)];
  for (let n = 0; n < count; n++) {
    const size = reader.number();
    const body: Uint8Array[] = [];
    let copied = reader.at;
    for (const { at, what } of placesIn(reader, reader.at + size)) {
      if (what === 'nothing') continue;
      body.push(reader.bytes.subarray(copied, at), code[what]);
      copied = at;
    }
    body.push(reader.bytes.subarray(copied, reader.at));
    parts.push(number(body.reduce((sum, { length }) => sum + length, 0)), ...body);
  }
  return parts;
}

/** A place where code is inserted. */
interface Place {
  readonly at: number;
  what: 'loop' | 'block' | 'nothing';
}

/** Finds loops and block instructions in the function that ends at `end`. */
function placesIn(reader: Reader, end: number): readonly Place[] {
  const places: Place[] = [];
  /** Blocks that are open; null for one that isn't a loop. */
  const open: (Place | null)[] = [];
  reader.skipLocals();
  while (reader.at < end) {
    const at = reader.at;
    const op = reader.byte();
    if (op === END) open.pop();
    else if (op === EXTENDED && reader.skipExtended()) places.push({ at, what: 'block' });
    else if (op === SWITCH) {
      const cases = reader.skipCases();
      // The interpreter's own loop checks already, and counting there too would slow everything down.
      if (cases > MOST_CASES) for (const loop of open) if (loop !== null) loop.what = 'nothing';
    } else if (op !== EXTENDED) reader.skipOperands(op);
    if (op === LOOP_BEGINS) places.push({ at: reader.at, what: 'loop' });
    if (BEGINNINGS.has(op)) open.push(op === LOOP_BEGINS ? (places.at(-1) as Place) : null);
  }
  return places;
}

/** Counts down; at zero asks the runtime, if there is one, and traps if the answer is to stop. */
function counting(by: number, asking: number): Uint8Array {
  const left = [0x41, 0, 0x28, 2, LEFT];
  const runtime = [0x41, 0, 0x28, 2, RUNTIME_POINTER];
  const less = [0x41, 0, ...left, 0x41, ...signed(by), 0x6b, 0x36, 2, LEFT];
  const unlessLeft = [...left, 0x41, 1, 0x48, 0x04, TYPE_BLOCK];
  const ifThereIsOne = [...runtime, 0x04, TYPE_BLOCK];
  const ifItSaysSo = [...runtime, 0x10, ...number(asking), 0x04, TYPE_BLOCK];
  const trap = [0x00, END, END, END];
  return Uint8Array.from([less, unlessLeft, ifThereIsOne, ifItSaysSo, trap].flat());
}

class Reader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.bytes[this.at++] as number;
  }

  number(): number {
    for (let [result, shift] = [0, 0]; ; shift += 7) {
      const byte = this.byte();
      result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return result >>> 0;
    }
  }

  skipLocals(): void {
    for (let groups = this.number(); groups > 0; groups--) {
      this.number();
      this.at++;
    }
  }

  skipCases(): number {
    const cases = this.number();
    for (let left = cases + 1; left > 0; left--) this.skip();
    return cases;
  }

  skipOperands(op: number): void {
    for (let left = NUMBERS[op] as number; left > 0; left--) this.skip();
    if (op === 0x1c) this.at += this.number();
    else if (op === 0x43) this.at += 4;
    else if (op === 0x44) this.at += 8;
    else if (op > 0xd2) throw new Error(`the sandbox's engine has an instruction ${op} that is not known`);
  }

  skip(): void {
    while (this.byte() >= 0x80);
  }

  name(): string {
    const length = this.number();
    this.at += length;
    return textOf(this.bytes, this.at - length, this.at);
  }

  /** Skips a two-byte instruction and tells whether it works on a block of memory. */
  skipExtended(): boolean {
    const op = this.number();
    if (op < 8) return false;
    if (op > 17) throw new Error(`the sandbox's engine has an instruction 0xfc ${op} that is not known`);
    this.skip();
    if (op === 8 || op === 10 || op === 12 || op === 14) this.skip();
    return op === 10 || op === 11;
  }
}

function number(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return Uint8Array.from([...bytes, left]);
    bytes.push((left & 0x7f) | 0x80);
  }
}

/** Signed numbers need one more bit, for the sign. */
function signed(value: number): readonly number[] {
  const bytes: number[] = [];
  for (let left = value; ; left >>= 7) {
    if (left < 0x40) return [...bytes, left];
    bytes.push((left & 0x7f) | 0x80);
  }
}
