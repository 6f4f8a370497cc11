import { CodedError } from '../../../kernel/coded-error.ts';
import { htmlToMarkdown, readOutcome, readTime } from './read-words.ts';
import type { PastRecord, PastMatter } from './past.ts';

type Row = Readonly<Record<string, string>>;

/** Possible headings of columns. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'number', 'no', 'nr', '#'],
  dynasty: ['dynasty', 'era', 'season', 'round'],
  kind: ['kind', 'type', 'category'],
  title: ['title', 'subject', 'matter', 'name'],
  author: ['author', 'by', 'proposer', 'player', 'creator'],
  posted: ['posted', 'date', 'opened', 'created', 'time', 'published', 'at'],
  status: ['status', 'outcome', 'result', 'resolution', 'state'],
  resolved: ['resolved', 'closed', 'decided', 'ended'],
  'resolved-by': ['resolved-by', 'resolver', 'enacted-by', 'admin'],
  for: ['for', 'votes-for', 'ayes', 'yes'],
  against: ['against', 'votes-against', 'nays', 'noes'],
  text: ['text', 'body', 'content', 'description'],
  began: ['began', 'begin', 'start', 'started', 'from'],
  ended: ['ended', 'end', 'finished', 'until', 'to'],
  emperor: ['emperor', 'head', 'leader', 'speaker', 'headed-by'],
  theme: ['theme', 'about'],
};

/** A table of matters, or of dynasties if it has a column for their beginning. */
export function readCsv(file: string, text: string, past: PastRecord): void {
  const [head = [], ...rows] = parseCsv(text);
  const places = new Map(
    Object.entries(COLUMNS).map(([column, names]) => [
      column,
      head.findIndex((cell) =>
        names.includes(
          cell
            .trim()
            .toLowerCase()
            .replaceAll(/[\s_]+/gu, '-'),
        ),
      ),
    ]),
  );
  const isOfDynasties = (places.get('began') ?? -1) >= 0 && (places.get('posted') ?? -1) < 0;
  for (const [at, cells] of rows.entries()) {
    const row = Object.fromEntries(
      [...places].map(([column, place]) => [column, (cells[place] ?? '').trim()]),
    );
    if (isOfDynasties)
      takeDynasty(row, past, cells[head.findIndex((cell) => /name|title/iu.test(cell))] ?? '');
    else takeMatter(row, `${file}, row ${at + 2}`, past);
  }
}

function takeDynasty(row: Row, past: PastRecord, name: string): void {
  const number = Number(row['id'] === '' ? row['dynasty'] : row['id']);
  past.dynasties.push({
    number: Number.isInteger(number) && number > 0 ? number : past.dynasties.length + 1,
    name: name.trim() || `Dynasty ${past.dynasties.length + 1}`,
    emperor: row['emperor'] || null,
    theme: row['theme'] ?? '',
    began: readTime(row['began'] ?? ''),
    ended: readTime(row['ended'] ?? ''),
  });
}

function takeMatter(row: Row, where: string, past: PastRecord): void {
  const said = row['status'] ?? '';
  const status = readOutcome(said);
  if (said !== '' && status === null) past.unclear.push({ code: 'unknown-outcome', where, text: said });
  const tally = (['for', 'against'] as const).flatMap((side) =>
    /^\d+$/u.test(row[side] ?? '') ? [[side, Number(row[side])] as const] : [],
  );
  const matter: PastMatter = {
    id: row['id'] ?? '',
    dynasty: row['dynasty'] || null,
    kind: row['kind'] || 'matter',
    title: row['title'] ?? '',
    author: row['author'] ?? '',
    posted: readTime(row['posted'] ?? ''),
    status,
    resolved: readTime(row['resolved'] ?? ''),
    resolvedBy: row['resolved-by'] || null,
    tally: Object.fromEntries(tally),
    text: htmlToMarkdown(row['text'] ?? ''),
    comments: [],
  };
  if (matter.title === '' && matter.text === '') return;
  if (matter.posted === null) past.unclear.push({ code: 'no-time', where, text: row['posted'] ?? '' });
  if (matter.author === '') past.unclear.push({ code: 'no-author', where, text: matter.title });
  past.matters.push(matter);
}

/** Quoted cells may contain separators, line ends and doubled quotes. The separator is whichever is most frequent in the first line. */
function parseCsv(text: string): string[][] {
  const plain = text.replace(/^\u{FEFF}/u, '').replace(/\r\n?/gu, '\n');
  const first = plain.slice(0, plain.indexOf('\n') < 0 ? undefined : plain.indexOf('\n'));
  const counts = [',', ';', '\t'].map((mark) => [mark, first.split(mark).length] as const);
  const mark = counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|((?:[^"${mark}\n][^${mark}\n]*)?))(${mark}|\n|$)`, 'uy');
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < plain.length) {
    const found = cell.exec(plain);
    if (found === null) throw new UnreadableRowError(rows.length + 1);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === mark) continue;
    if (row.some((one) => one.trim() !== '')) rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** A quote that is never closed, or is followed by something. */
export class UnreadableRowError extends CodedError<'unreadable-row'> {
  constructor(row: number) {
    super('unreadable-row', `Row ${row} is not readable: a quote in it does not end where its cell does.`);
  }
}
