/**
 * An address of the site as a file's, for pages that are opened from a folder: `/matters/3/#c2` → `../../matters/3/index.html#c2`,
 * seen from a page two folders down. Other addresses stay.
 */
export function inFolder(address: string, base: string, root: string): string {
  if (!address.startsWith(base) || address.startsWith('//')) return address;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/su.exec(address.slice(base.length)) ?? [];
  return `${root}${path}${path === '' || path.endsWith('/') ? 'index.html' : ''}${rest}`;
}
