import * as paths from '#platform/paths.ts';

export const { basename, dirname, join, resolve } = paths;
export const relative = paths.relativeSlashed;
export const sep = '/';
export const posix = { ...paths, relative };
export const isAbsolute = (path: string): boolean => path.startsWith('/');
export const extname = (path: string): string => /[^/](\.[^./]*)$/u.exec(path)?.[1] ?? '';
export default posix;
