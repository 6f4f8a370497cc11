const FROM = /\b(?:from|import)\s*['"]([^'"]+)['"]/gu;

/** Rules that run a module: its own, or those whose clauses import it, even indirectly. */
export function rulesThatRun(module: string, files: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set([module]);
  for (const one of found)
    for (const [path, text] of files) if (path.endsWith('.ts') && imports(path, text, one)) found.add(path);
  return [...found]
    .map((path) => path.replace(/\.(?:ts|md)$/u, ''))
    .filter((rule) => files.has(`${rule}.md`));
}

function imports(path: string, text: string, module: string): boolean {
  return [...text.matchAll(FROM)].some(([, specifier = '']) => targetOf(path, specifier) === module);
}

/** A clause and all modules that it imports, even indirectly. */
export function modulesUsedBy(clause: string, files: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set(files.has(clause) ? [clause] : []);
  for (const path of found)
    for (const [, specifier = ''] of (files.get(path) ?? '').matchAll(FROM)) {
      const target = targetOf(path, specifier);
      if (target !== null && files.has(target)) found.add(target);
    }
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

function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#core/')) return `core/helpers/${specifier.slice('#core/'.length)}`;
  return specifier.startsWith('.') ? new URL(specifier, `file:///${path}`).pathname.slice(1) : null;
}
