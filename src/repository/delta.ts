/** How a packed object is written as what differs from another: pieces of that one, and bytes of its own. */
export interface Delta {
  readonly baseBytes: number;
  readonly resultBytes: number;
  /** Where the pieces begin. */
  readonly start: number;
}

const mostShift = 49;

/** A number in groups of seven bits, the lowest first, and where it ends. */
export function readVarint(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let shift = 0; shift <= mostShift; shift += 7) {
    const byte = bytes[at];
    if (byte === undefined) break;
    at += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end: at };
  }
  throw new Error('it holds a number without end');
}

export function readDelta(bytes: Uint8Array): Delta {
  const base = readVarint(bytes, 0);
  const result = readVarint(bytes, base.end);
  return { baseBytes: base.value, resultBytes: result.value, start: result.end };
}

export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  const { baseBytes, resultBytes, start } = readDelta(delta);
  if (baseBytes !== base.length) throw new Error('it is a delta of something else');
  const result = new Uint8Array(resultBytes);
  let [at, written] = [start, 0];
  while (at < delta.length) {
    const command = delta[at] ?? 0;
    const piece = command < 0x80 ? ownPiece(delta, at, command) : basePiece(base, delta, at, command);
    if (written + piece.bytes.length > resultBytes || piece.end > delta.length)
      throw new Error('it says too much');
    result.set(piece.bytes, written);
    written += piece.bytes.length;
    at = piece.end;
  }
  if (written !== resultBytes) throw new Error('it says too little');
  return result;
}

interface Piece {
  readonly bytes: Uint8Array;
  readonly end: number;
}

function ownPiece(delta: Uint8Array, at: number, length: number): Piece {
  if (length === 0) throw new Error('it holds a command that there is not');
  return { bytes: delta.subarray(at + 1, at + 1 + length), end: at + 1 + length };
}

/** The bits of the command say which bytes of offset (four) and length (three) follow. */
function basePiece(base: Uint8Array, delta: Uint8Array, at: number, command: number): Piece {
  let end = at + 1;
  const next = (bit: number): number => {
    if ((command & bit) === 0) return 0;
    end += 1;
    return delta[end - 1] ?? 0;
  };
  const offset = next(1) + next(2) * 0x100 + next(4) * 0x10000 + next(8) * 0x1000000;
  const length = next(16) + next(32) * 0x100 + next(64) * 0x10000 || 0x10000;
  if (offset + length > base.length) throw new Error('it takes more than there is');
  return { bytes: base.subarray(offset, offset + length), end };
}
