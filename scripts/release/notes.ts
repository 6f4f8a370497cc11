/**
 * Returns the changelog's text about a version, for its release. A version without a date isn't ready,
 * because the person who decides to release it adds the date. `rehearse` accepts it anyway.
 */
export function notesOf(changelog: string, version: string, rehearse = false): string {
  if (!/^\d+\.\d+\.\d+$/u.test(version)) throw new Error(`${version} in package.json is no version.`);
  const sections = changelog.split(/^## /mu).slice(1);
  const section = sections.find((text) => text.split(/[ \n]/u)[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section “## ${version}”.`);
  const [head = '', ...lines] = section.split('\n');
  if (!rehearse && !/^\S+ \(\d{4}-\d\d-\d\d\)$/u.test(head))
    throw new Error(`CHANGELOG.md gives ${version} no date: “## ${version} (YYYY-MM-DD)”.`);
  const text = lines.join('\n').trim();
  if (text === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return `${text}\n`;
}
