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
  return [...text.matchAll(/\bfrom\s*['"]([^'"]+)['"]/gu)].some(([, specifier = '']) =>
    specifier.startsWith('#core/')
      ? `core/helpers/${specifier.slice('#core/'.length)}` === module
      : specifier.startsWith('.') && new URL(specifier, `file:///${path}`).pathname === `/${module}`,
  );
}
