/** The same numbers in each run, so that a failure can be had again. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

type Draw = (below: number) => number;
type Spoil = (bytes: Buffer, draw: Draw, others: readonly Buffer[]) => Buffer;

const text = (how: (all: string, draw: Draw) => string): Spoil => {
  return (bytes, draw) => Buffer.from(how(bytes.toString('latin1'), draw), 'latin1');
};
const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n');
const oneOf = <T>(all: readonly T[], draw: Draw): T | undefined => all[draw(Math.max(1, all.length))];

/** The ways in which a file is spoilt. */
const WAYS: readonly Spoil[] = [
  // A bit, or many of them.
  (bytes, draw) => {
    for (let n = 1 + draw(64); n > 0 && bytes.length > 0; n--) bytes[draw(bytes.length)]! ^= 1 << draw(8);
    return bytes;
  },
  (bytes, draw) => bytes.subarray(0, draw(bytes.length + 1)),
  (bytes, draw) => bytes.fill(0, draw(bytes.length + 1), bytes.length),
  (bytes, draw) => {
    const from = draw(bytes.length + 1);
    return bytes.fill(draw(256), from, Math.min(bytes.length, from + draw(5_000)));
  },
  () => Buffer.alloc(0),
  () => Buffer.from('{"engine":"this engine","entries":{}}'),
  (bytes, draw) => Buffer.concat([bytes, Buffer.alloc(draw(50), 'x')]),
  // Other values in the same shapes.
  text((all, draw) => {
    const places = [...all.matchAll(/\d+/gu)];
    const { index, 0: digits } = oneOf(places, draw) ?? { index: 0, 0: '' };
    const instead =
      ['0', '1', '-1', '2', '9'.repeat(300), '1e308', String(Number(digits) + 1)][draw(7)] ?? '';
    return `${all.slice(0, index)}${instead}${all.slice(index + digits.length)}`;
  }),
  text((all, draw) => (draw(2) === 0 ? all.replaceAll('true', 'false') : all.replaceAll('48', '2'))),
  text((all) => all.replaceAll('"problems":[]', '"problems":[{"code":"x"}]').replaceAll('return', 'throw')),
  text((all, draw) =>
    all.replaceAll(/:\[("[^"]+"),.*\]/gu, (_, sum) => `:[${sum},${['null', '{}', '[]'][draw(3)]}]`),
  ),
  // Entries in one another's places.
  (bytes, draw) => {
    const lines = linesOf(bytes);
    const [one, other] = [draw(lines.length), draw(lines.length)];
    const [a, b] = [lines[one] ?? '', lines[other] ?? ''];
    const cut = (line: string): number => line.indexOf('":') + 2;
    lines[one] = a.slice(0, cut(a)) + b.slice(cut(b));
    lines[other] = b.slice(0, cut(b)) + a.slice(cut(a));
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  // Entries, or all, of another engine or another game, under this one's name.
  (bytes, draw, others) => {
    const [lines, theirs] = [linesOf(bytes), linesOf(oneOf(others, draw) ?? bytes)];
    for (let n = 1; n < lines.length; n++) if (draw(2) === 0) lines[n] = theirs[n] ?? lines[n] ?? '';
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  (bytes, draw, others) => {
    const [[head = ''], [, ...rest]] = [linesOf(bytes), linesOf(oneOf(others, draw) ?? bytes)];
    return Buffer.from([head, ...rest].join('\n'), 'latin1');
  },
];

/** The bytes spoilt in one way or two. `others`: whole files of other games or engines. */
export function spoilt(bytes: Buffer, draw: Draw, others: readonly Buffer[] = []): Buffer {
  let made: Buffer = Buffer.from(bytes);
  for (let times = 1 + draw(2); times > 0; times--)
    made = Buffer.from((WAYS[draw(WAYS.length)] as Spoil)(made, draw, others));
  return made;
}
