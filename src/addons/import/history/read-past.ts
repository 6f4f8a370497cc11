import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { PagesPast } from './pages-past.ts';
import type { PastRecord } from './past.ts';
import { readCsv, UnreadableRowError } from './read-csv.ts';
import { ENTRIES, placeComments, takeEntry, type LooseComments } from './read-feed.ts';
import { isSuppressed } from './published.ts';
import { readTime } from './read-words.ts';
import { readXml, textIn, type Element } from './read-xml.ts';
import { CodedError } from '../../../kernel/coded-error.ts';

class UnreadablePastError extends CodedError<'unreadable-history'> {
  constructor(file: string, why: string, cause?: unknown) {
    super('unreadable-history', `${file} can’t be read: ${why}`, {
      next: 'Export it again, or fix that place, and import it again. Nothing was written.',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

export interface WholePast extends PastRecord {
  readonly pages: PagesPast;
}

/** Reads tables of matters and dynasties (.csv, .tsv), and feeds or wiki dumps (.xml, .rss, .atom), under any name. */
export async function readPast(paths: readonly string[], rulesetPage: string | null): Promise<WholePast> {
  const past: WholePast = { matters: [], dynasties: [], unclear: [], pages: new PagesPast(rulesetPage) };
  const loose: LooseComments = new Map();
  for (const path of paths.flatMap(filesOf)) {
    try {
      if (/\.(?:csv|tsv)$/iu.test(path)) readCsv(path, readFileSync(path, 'utf8'), past);
      else await readMarkup(path, past, loose);
    } catch (error) {
      if (error instanceof UnreadableRowError) throw new UnreadablePastError(path, error.message, error);
      if (!(error instanceof Error) || !/\nLine: \d+/u.test(error.message)) throw error;
      const [why = '', line = ''] = error.message.split('\n');
      throw new UnreadablePastError(path, `${why} (${line.toLowerCase()}).`, error);
    }
  }
  placeComments(past, loose);
  past.pages.close();
  return past;
}

const READABLE = /\.(?:csv|tsv|xml|rss|atom)$/iu;

function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) {
    if (READABLE.test(path)) return [path];
    throw new UnreadablePastError(path, 'its name does not end in .csv, .tsv, .xml, .rss or .atom.');
  }
  return readdirSync(path)
    .filter((name) => READABLE.test(name))
    .sort()
    .map((name) => join(path, name));
}

async function readMarkup(path: string, past: WholePast, loose: LooseComments): Promise<void> {
  let page = '';
  const take = (element: Element): void => {
    if (element.name === 'title') page = element.text.trim();
    else if (element.name === 'revision') takeRevision(element, page, path, past);
    else takeEntry(path, element, past, loose);
  };
  await readXml(path, new Set([...ENTRIES, 'title', 'revision']), take);
}

function takeRevision(revision: Element, page: string, path: string, past: WholePast): void {
  const at = readTime(textIn(revision, 'timestamp'));
  const who = revision.children.find(({ name }) => name === 'contributor');
  const by = who === undefined ? '' : textIn(who, 'username', 'ip');
  if (isSuppressed(revision))
    past.unclear.push({ code: 'not-public', where: `${path}, ${page}`, text: at ?? '' });
  else if (at === null) past.unclear.push({ code: 'no-time', where: `${path}, ${page}`, text: by });
  else past.pages.take({ page, at, by, text: textIn(revision, 'text') });
}
