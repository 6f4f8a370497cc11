import type { Manifest } from './manifest.ts';

/** A value that applies from a day on. */
export interface DatedWords {
  /** Midnight of the day, in UTC. */
  readonly at: string;
  readonly text: string;
}

const DATE_LENGTH = ' from 2030-07-01'.length;

const LAST = /^(.*?)(?:,? and|,|;)? *((?:(?!, | and |;).)+?) from (\d{4}-\d\d-\d\d)$/su;

/** `48, and 36 from 2030-07-01` → `48`, and from then on `36`. A text without a date is returned unchanged. */
export function readDated(text: string): { readonly first: string; readonly later: readonly DatedWords[] } {
  const later: DatedWords[] = [];
  let first = text.trim();
  // Hardly any value has a date, and the regular expression is slow on long texts.
  if (first.lastIndexOf(' from ') !== first.length - DATE_LENGTH) return { first, later };
  for (let found = LAST.exec(first); found !== null; found = LAST.exec(first)) {
    const [, before = '', words = '', day = ''] = found;
    if (before === '' || !isDay(day)) break;
    later.unshift({ at: `${day}T00:00:00Z`, text: words.trim() });
    first = before.trim();
  }
  return { first, later };
}

/** All times at which a value of these rules changes. */
export function datesIn({ rules }: Pick<Manifest, 'rules'>): readonly string[] {
  const texts = rules.flatMap(({ values }) => Object.values(values).map(({ text }) => text));
  return [...new Set(texts.flatMap((text) => readDated(text).later.map(({ at }) => at)))].sort();
}

/** The dates in the rules in force, and how many had passed at the last check. */
export class PassedDates {
  #manifest: Manifest | null = null;
  #dates: readonly string[] = [];
  #passed = -1;

  /** Defines the rules again if a date has passed. If that is interrupted, it is still due. */
  follow(manifest: Manifest, at: string, define: () => void): void {
    if (this.#manifest !== manifest) {
      this.#manifest = manifest;
      this.#dates = datesIn(manifest);
      this.#passed = -1;
    }
    const passed = this.#dates.filter((date) => date <= at).length;
    if (this.#dates.length === 0 || passed === this.#passed) return;
    define();
    this.#passed = passed;
  }
}

/** The words that apply at a given time. */
export function textAt(text: string, now: string): string {
  const { first, later } = readDated(text);
  return later
    .filter(({ at }) => at <= now)
    .reduce((last, one) => (one.at >= last.at ? one : last), {
      at: '',
      text: first,
    }).text;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(day: string): boolean {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return date >= 1 && date <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0));
}
