/**
 * The file and anchor name for an id: `D4` → `D4`, `North Pier` → `North~20Pier`. It needs no further escaping in an
 * address, and different ids have different names.
 */
export function pageName(id: string): string {
  if (PLAIN.test(id) && id !== 'index' && !RESERVED.test(id)) return id;
  const name = Array.from(id, (letter) => (/[A-Za-z0-9._-]/.test(letter) ? letter : escaped(letter))).join(
    '',
  );
  const safe = name.replace(/^\.+/, (dots) => '~2e'.repeat(dots.length));
  if (safe === '') return '~';
  return safe === 'index' || RESERVED.test(safe) ? `${escaped(safe.slice(0, 1))}${safe.slice(1)}` : safe;
}

/** Most ids need no escape. */
const PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/u;

/** Device names, which Windows allows for no file. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

function escaped(letter: string): string {
  return [...new TextEncoder().encode(letter)]
    .map((byte) => `~${byte.toString(16).padStart(2, '0')}`)
    .join('');
}
