/** The subject of an entry: what follows the first colon of its title, or all of a title without one. */
export function subjectOf(title: string): string {
  const colon = title.indexOf(':');
  return (colon < 0 ? title : title.slice(colon + 1)).trim();
}
