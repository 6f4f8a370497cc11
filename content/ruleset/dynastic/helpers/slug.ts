/** `The Old Porter!` → `the-old-porter`; what leaves nothing becomes `otherwise`. */
export function slugOf(name: string, otherwise: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? otherwise : slug;
}
