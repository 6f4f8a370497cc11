import { base64Of, fromBase64, textOf, utf8 } from '#platform/bytes.ts';
import { gunzip, gzip } from '#platform/compress.ts';

import { BOUNDS } from '../kernel/bounds.ts';
import type { Disclosure } from '../kernel/disclosure.ts';
import { isCount } from '../kernel/chance.ts';
import { nameOfTime, timeNamed } from '../kernel/names.ts';
import { isPlainObject } from '../kernel/values.ts';
import { readWrittenJson } from '../ruleset/plain-data.ts';
import { isOid } from '../repository/oid.ts';

/** A report of an action that the emperor's side ran on its own machine. */
export interface ActionReport {
  readonly call: string;
  /** The ledger's length then. If it has grown, something else has happened and the action must be run again. */
  readonly lines: number;
  readonly disclosed: Disclosure;
  /** The commit with the pictures it shows. */
  readonly pictures: string | null;
}

const HEAD = /^\s*\/told\s+(\S+)\s*$/mu;
const BLOCK = /\n```(json|gzip)\n([\s\S]*?)\n```\s*$/u;
/** Some forges refuse longer comments. */
const MOST_PLAIN = 50_000;
export const MOST_LETTERS = 65_000;

export function isReport(text: string): boolean {
  return /^\s*\/told\s/u.test(text);
}

export function callIn(text: string): string | null {
  return isReport(text) ? (HEAD.exec(text)?.[1] ?? null) : null;
}

const OF_TIME = /^time:(.+):\d+$/u;

/** The call that a private time makes by itself, once for each length of the ledger: `time market-day` → `time:market-day:57` */
export function callOfTime(name: string, lines: number): string {
  return `time:${timeNamed(name)}:${lines}`;
}

/** `time:market-day:57` → `time market-day`; null for an action's call. */
export function timeCalled(call: string): string | null {
  const id = OF_TIME.exec(call)?.[1];
  return id === undefined ? null : nameOfTime(id);
}

export function writeReport({ call, lines, disclosed, pictures }: ActionReport): string {
  const json = JSON.stringify({ v: 1, lines, ...(pictures === null ? {} : { pictures }), told: disclosed });
  const [form, body] =
    json.length <= MOST_PLAIN
      ? ['json', json]
      : ['gzip', (base64Of(gzip(utf8(json))).match(/.{1,100}/gu) ?? []).join('\n')];
  return `/told ${call}\n\n\`\`\`${form}\n${body}\n\`\`\`\n`;
}

/** Null if it is no such report. */
export function parseReport(given: string): ActionReport | null {
  const text = given.replaceAll('\r\n', '\n');
  const call = callIn(text);
  const [, form, body = ''] = BLOCK.exec(text) ?? [];
  if (call === null || form === undefined) return null;
  try {
    const json = form === 'json' ? body : textOf(gunzip(fromBase64(body), BOUNDS.decided.read));
    const { v, lines, pictures, told: said } = (readWrittenJson(json).value ?? {}) as Record<string, unknown>;
    if (v !== 1 || !Number.isSafeInteger(lines) || !isDisclosureShape(said)) return null;
    return { call, lines: Number(lines), disclosed: said, pictures: isOid(pictures) ? pictures : null };
  } catch {
    return null;
  }
}

function isDisclosureShape(value: unknown): value is Disclosure {
  if (!isPlainObject(value)) return false;
  const { changes, used, rolls } = value;
  return (
    Array.isArray(changes) &&
    changes.every((one) => isPlainObject(one) && isTexts(one['path'])) &&
    isTexts(used) &&
    Array.isArray(rolls) &&
    rolls.every((one) => isPlainObject(one) && isCount(one['size']) && one['size'] !== 0)
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
