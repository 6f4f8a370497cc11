/** An import of another file of the ruleset. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]((?:#core|\.{1,2})\/[^'"]+)['"]/gu;

/** `../count.ts` in `core/helpers/votes/all.ts` → `core/helpers/count.ts`; null for what is imported by a name. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('#core/')) return `core/helpers/${specifier.slice('#core/'.length)}`;
  if (!/^\.{1,2}\//u.test(specifier)) return null;
  const folders = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..' && folders.length > 0 && folders.at(-1) !== '..') folders.pop();
    else if (part !== '.') folders.push(part);
  }
  return folders.join('/');
}

/** The files that a clause or helper imports. */
export function importsIn(path: string, text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = '']) => resolveImport(path, specifier) ?? []);
}

/** Rules that run a module: its own, or those whose clauses import it, even indirectly. */
export function rulesThatRun(module: string, files: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set([module]);
  for (const one of found)
    for (const [path, text] of files)
      if (path.endsWith('.ts') && importsIn(path, text).includes(one)) found.add(path);
  return [...found]
    .map((path) => path.replace(/\.(?:ts|md)$/u, ''))
    .filter((rule) => files.has(`${rule}.md`));
}

/** A clause and all modules that it imports, even indirectly. */
export function modulesUsedBy(clause: string, files: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set(files.has(clause) ? [clause] : []);
  for (const path of found)
    for (const target of importsIn(path, files.get(path) ?? '')) if (files.has(target)) found.add(target);
  return [...found];
}

/** Without modules that no rule imports any more: those that repealed rules shared. */
export function filesInUse(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const isUsed = new Set(
    [...files.keys()].flatMap((path) =>
      path.endsWith('.md') ? modulesUsedBy(path.replace(/md$/u, 'ts'), files) : [],
    ),
  );
  return new Map([...files].filter(([path]) => !path.endsWith('.ts') || isUsed.has(path)));
}
