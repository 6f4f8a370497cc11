/** Joins paths, and resolves `.` and `..` in them. */
export function joinSlashed(...parts: readonly string[]): string {
  const whole = parts.filter((part) => part !== '').join('/');
  if (whole === '') return '.';
  const isAbsolute = whole.startsWith('/');
  const names: string[] = [];
  for (const name of whole.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (!isAbsolute) names.push(name);
  }
  const path = names.join('/') || (isAbsolute ? '' : '.');
  return `${isAbsolute ? '/' : ''}${path}${whole.endsWith('/') && path !== '' ? '/' : ''}`;
}

export const join = joinSlashed;

export function resolve(...parts: readonly string[]): string {
  const from = parts.findLastIndex((part) => part.startsWith('/'));
  const path = joinSlashed('/', ...parts.slice(Math.max(from, 0)));
  return path.length > 1 ? path.replace(/\/$/u, '') : path;
}

export function relativeSlashed(from: string, to: string): string {
  const [start, end] = [from, to].map((path) =>
    resolve(path)
      .split('/')
      .filter((name) => name !== ''),
  );
  const [old = [], young = []] = [start, end];
  let same = 0;
  while (same < old.length && old[same] === young[same]) same++;
  return [...old.slice(same).map(() => '..'), ...young.slice(same)].join('/');
}

export function dirname(path: string): string {
  const plain = path.replace(/\/+$/u, '');
  const at = plain.lastIndexOf('/');
  if (at === -1) return plain === '' && path !== '' ? '/' : '.';
  if (at === 0) return '/';
  return at === 1 && path.startsWith('//') ? '//' : plain.slice(0, at);
}

export function basename(path: string): string {
  return path.replace(/\/+$/u, '').split('/').at(-1) ?? '';
}

export function pathOf(url: string | URL): string {
  return decodeURIComponent(new URL(url).pathname);
}
