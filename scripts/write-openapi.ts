// Writes test/github/published/openapi.json.br: GitHub's published description of its REST API without prose
// and examples, compressed. The package has 390 MB, and no player should wait for that, so only this script
// fetches it: run `node scripts/write-openapi.ts` to take a newer one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const PACKAGE = '@octokit/openapi@23.0.2';
const IN_PACKAGE = 'package/generated/api.github.com.json';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
const PROSE = new Set(['description', 'example', 'examples', 'externalDocs', 'summary', 'tags']);

/** Removes prose. A `description` among properties or components is a name rather than prose. */
function bare(value: Json, names = false): Json {
  if (Array.isArray(value)) return value.map((one: Json) => bare(one));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => names || !(PROSE.has(key) || key.startsWith('x-')))
      .map(([key, one]) => [key, bare(one, !names && key === 'properties')]),
  );
}

interface Description {
  readonly paths: { readonly [path: string]: Json };
  readonly components: { readonly [section: string]: { readonly [name: string]: Json } };
}

const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-openapi-'));
try {
  const packed = execFileSync('npm', ['pack', '--json', '--loglevel=error', PACKAGE], { cwd: scratch });
  const [{ filename, integrity }] = JSON.parse(packed.toString()) as [
    { filename: string; integrity: string },
  ];
  execFileSync('tar', ['-xzf', filename, IN_PACKAGE], { cwd: scratch });
  const { paths, components } = JSON.parse(readFileSync(join(scratch, IN_PACKAGE), 'utf8')) as Description;
  const sections = Object.entries(components).filter(([section]) => section !== 'examples');
  const text = JSON.stringify({
    from: { package: PACKAGE, integrity, license: 'MIT', by: 'GitHub' },
    paths: bare(paths, true),
    components: Object.fromEntries(sections.map(([section, all]) => [section, bare(all, true)])),
  });
  const best = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  writeFileSync(
    fileURLToPath(new URL('../test/github/published/openapi.json.br', import.meta.url)),
    brotliCompressSync(text, { params: best }),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
