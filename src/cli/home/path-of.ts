/** The page at an address. One without its final slash means the same page. */
export function pageAt({ pathname }: URL): string {
  const path = pathname.slice(1);
  if (path === '' || path.endsWith('/') || /\.[a-z0-9]+$/u.test(path)) return path;
  return `${path}/`;
}
