import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the types of `gitnomic/rules`, for editors and for the check of clauses. */
export function writeDeclarations(root: string, folder: string): void {
  const own = mkdtempSync(join(folder, 'types-'));
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: object;
  };
  const options = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: folder };
  writeFileSync(
    join(own, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, ...options, rootDir: root, types: [], paths: {} },
      files: [join(root, 'src/rules/index.ts')],
    }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', own], {
    stdio: 'inherit',
  });
  rmSync(own, { recursive: true });
  for (const path of globSync('src/**/*.d.ts', { cwd: folder })) {
    const text = readFileSync(join(folder, path), 'utf8');
    writeFileSync(
      join(folder, path),
      text.replace(/(from '|import\(['"])(\.[^'"]*)\.ts(?=['"])/gu, '$1$2.js'),
    );
  }
}
