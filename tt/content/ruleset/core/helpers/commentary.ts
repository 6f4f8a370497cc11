/** Cuts off what follows a heading of this name: `Yes.\n\n## Commentary\nWhy not` → `Yes.` and `Why not` */
export function withoutCommentary(
  text: string,
  heading: string,
): { readonly body: string; readonly commentary: string | null } {
  const lines = text.split('\n');
  const at = lines.findIndex(
    (line) => line.replace(/^#{1,6}\s+/, '') !== line && plain(line) === heading.toLowerCase(),
  );
  if (at < 0) return { body: text, commentary: null };
  return {
    body: lines.slice(0, at).join('\n').trimEnd(),
    commentary: lines
      .slice(at + 1)
      .join('\n')
      .trim(),
  };
}

function plain(line: string): string {
  return line.replace(/^#+/, '').replace(/[*_:]/g, '').trim().toLowerCase();
}
