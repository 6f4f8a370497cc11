import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openAsFiles } from './open-as-files.ts';

const put = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

test('page addresses lead to their files, and an unreadable one stays as written', () => {
  const out = mkdtempSync(join(tmpdir(), 'as-files-'));
  put(out, {
    'index.html': '<a href="/matters/#c2">m</a><a href="/%zz">x</a><a href="/gone/">g</a>',
    'matters/index.html': '<a href="/">home</a>',
  });
  openAsFiles(out, { base: '/', shell: '' });
  const read = (path: string): string => readFileSync(join(out, path), 'utf8');
  expect(read('index.html')).toBe(
    '<a href="./matters/index.html#c2">m</a><a href="/%zz">x</a><a href="/gone/">g</a>',
  );
  expect(read('matters/index.html')).toBe('<a href="../index.html">home</a>');
  rmSync(out, { recursive: true });
});

test('addresses in feeds and their texts lead to files too', () => {
  const out = mkdtempSync(join(tmpdir(), 'as-files-'));
  const text = '&#60;a href=&#34;/matters/&#34;&#62;m&#60;/a&#62;';
  put(out, {
    'matters/index.html': '',
    'feeds/all.xml': `<link rel="self" href="/feeds/all.xml"/><link href="/matters/"/><content>${text}</content><link href="https://a.example/matters/"/>`,
  });
  openAsFiles(out, { base: '/', shell: '' });
  expect(readFileSync(join(out, 'feeds/all.xml'), 'utf8')).toBe(
    `<link rel="self" href="../feeds/all.xml"/><link href="../matters/index.html"/><content>${text.replace('/matters/', '../matters/index.html')}</content><link href="https://a.example/matters/"/>`,
  );
  rmSync(out, { recursive: true });
});

test('rewrites scripts and data for a browser without a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'as-files-'));
  const [out = '', shell = ''] = ['out', 'shell'].map((name) => join(folder, name));
  const modules = '<script type="module" src="/g/_astro/a.1.js"></script>';
  const files = {
    'a/index.html': modules,
    '_astro/a.1.js': 'import "./b.js"',
    'search/index.json': '{"a":1}',
  };
  put(out, files);
  put(shell, { 'classic/a.1.file.js': '(()=>{})()' });
  const added = ['_astro/a.1.file.js', 'search/index.json.js'];
  expect(openAsFiles(out, { base: '/g/', shell })).toEqual(added);
  expect(readFileSync(join(out, 'a/index.html'), 'utf8')).toBe(
    '<script defer src="../_astro/a.1.file.js"></script>',
  );
  expect(added.map((path) => readFileSync(join(out, path), 'utf8'))).toEqual([
    '(()=>{})()',
    '(window.gitnomicFiles ??= {})[document.currentScript.src] = {"a":1};\n',
  ]);
  rmSync(folder, { recursive: true });
});
