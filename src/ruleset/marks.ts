export interface MarkedTitle {
  readonly title: string;
  readonly status?: 'active' | 'inactive';
  readonly rare?: true;
}

const MARK = /\s*\[(active|inactive|rare)\]/gi;

/** Splits `No Collaboration [Rare][Inactive]` into the title and its marks. */
export function splitMarks(text: string): MarkedTitle {
  const marks = [...text.matchAll(MARK)].map((found) => found[1]?.toLowerCase());
  const status = marks.findLast((mark) => mark === 'active' || mark === 'inactive');
  const title = text.replace(MARK, '').trim();
  return { title, ...(status && { status }), ...(marks.includes('rare') && { rare: true }) };
}
