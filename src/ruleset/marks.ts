export interface MarkedTitle {
  readonly title: string;
  readonly status?: 'active' | 'inactive';
  readonly rare?: true;
}

const MARK = /\s*\[(active|inactive|rare)\]/gi;

/** `No Collaboration [Rare][Inactive]` → the title and what its marks say. */
export function splitMarks(text: string): MarkedTitle {
  const marks = [...text.matchAll(MARK)].map((found) => found[1]?.toLowerCase());
  const status = marks.findLast((mark) => mark === 'active' || mark === 'inactive');
  const title = text.replace(MARK, '').trim();
  return { title, ...(status && { status }), ...(marks.includes('rare') && { rare: true }) };
}
