import { canonical } from '../../kernel/values.ts';
import { type Params, readWrittenJson } from '../../ruleset/plain-data.ts';
import { SealError } from './seal-error.ts';

/** A sealed submission's public part: its kind, key and commitment. */
export interface Sealed {
  readonly submission: string;
  readonly open: Params;
  readonly key: string;
  readonly commitment: string;
  /** The age file, armored. */
  readonly armored: string;
  /** If several people open it together: a share for each, and how many are needed. */
  readonly shared?: { readonly needed: number; readonly shares: readonly SealedShare[] };
}

/** A key's share, sealed to its holder, with a hash that identifies it later. */
export interface SealedShare {
  readonly to: string;
  readonly hash: string;
  /** An age file in base64. */
  readonly sealed: string;
}

const BEGIN = '-----BEGIN AGE ENCRYPTED FILE-----';
const END = '-----END AGE ENCRYPTED FILE-----';
const LONGEST_TEXT = 256 * 1024;

/** The posted form of an action whose words are partly sealed: `/seal act {"action":"start-round"}`. */
export const SEALED_ACTION = 'act';

export function isSealed(text: string): boolean {
  return /^\s*\/seal\s/u.test(text);
}

/**
 * The posted form:
 *
 *     /seal ballot {"duel":"d1"}
 *
 *     key: 0123456789abcdef
 *     commitment: sha256:…
 *
 *     ```age
 *     -----BEGIN AGE ENCRYPTED FILE-----
 *     …
 *     -----END AGE ENCRYPTED FILE-----
 *     ```
 *
 * If several people open it together, it also has `needed: 2`, and for each of them `share: ["ana","sha256:…","…"]`.
 */
export function formatSealed(sealed: Sealed): string {
  const open = Object.keys(sealed.open).length === 0 ? '' : ` ${canonical(sealed.open)}`;
  const { needed, shares = [] } = sealed.shared ?? {};
  const head = [
    `/seal ${sealed.submission}${open}\n`,
    `key: ${sealed.key}`,
    `commitment: ${sealed.commitment}`,
    ...(needed === undefined ? [] : [`needed: ${needed}`]),
    ...shares.map((share) => `share: ${JSON.stringify([share.to, share.hash, share.sealed])}`),
  ].join('\n');
  return `${head}\n\n\`\`\`age\n${sealed.armored.trim()}\n\`\`\`\n`;
}

/** Parses such a post. Forges change line ends and outer space; everything else must be unchanged. */
export function parseSealed(text: string): Sealed {
  if (text.length > LONGEST_TEXT)
    throw new SealError('not-sealed', 'the post is too long for a sealed submission');
  const lines = text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trim());
  const [, submission = '', open = ''] =
    /^\/seal\s+([a-z][a-z0-9-]*)\s*(\{.*\})?$/s.exec(lines.find((line) => line !== '') ?? '') ?? [];
  if (submission === '')
    throw new SealError('not-sealed', 'the post does not begin with "/seal" and the kind of submission');
  const begin = lines.indexOf(BEGIN);
  const end = lines.indexOf(END);
  if (begin < 0 || end < begin) throw new SealError('not-sealed', 'the post holds no whole age file');
  if (lines.indexOf(BEGIN, begin + 1) >= 0)
    throw new SealError('not-sealed', 'the post holds more than one age file');
  return {
    submission,
    open: parseOpen(open),
    key: lineOf(lines, 'key', /^[0-9a-f]{16}$/),
    commitment: lineOf(lines, 'commitment', /^sha256:[0-9a-f]{64}$/),
    armored: `${lines.slice(begin, end + 1).join('\n')}\n`,
    ...sharedIn(lines.slice(0, begin)),
  };
}

function sharedIn(lines: readonly string[]): Pick<Sealed, 'shared'> {
  const shares = lines.filter((line) => line.startsWith('share:')).map(readShare);
  if (shares.length === 0) return {};
  const to = new Set(shares.map((share) => share.to));
  if (to.size < shares.length) throw new SealError('not-sealed', 'the post has two shares for one person');
  return { shared: { needed: Number(lineOf(lines, 'needed', /^[1-9][0-9]{0,2}$/)), shares } };
}

function readShare(line: string): SealedShare {
  const [, to = '', hash = '', sealed = ''] =
    /^share: \[("(?:[^"\\]|\\.)+"),"(sha256:[0-9a-f]{64})","([\w+/=-]+)"\]$/u.exec(line) ?? [];
  if (to === '')
    throw new SealError('not-sealed', 'the post lacks a line "share: …" in the form in which it is written');
  return { to: JSON.parse(to) as string, hash, sealed };
}

function lineOf(lines: readonly string[], name: string, form: RegExp): string {
  const found = lines
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trim());
  const [only] = found;
  if (only === undefined || found.length > 1 || !form.test(only)) {
    throw new SealError(
      'not-sealed',
      `the post lacks a line "${name}: …" in the form in which it is written`,
    );
  }
  return only;
}

function parseOpen(text: string): Params {
  if (text === '') return {};
  const { value, fault } = readWrittenJson(text);
  if (fault !== null)
    throw new SealError('not-sealed', `what stands in braces after the kind of submission ${fault}`);
  return value as Params;
}
