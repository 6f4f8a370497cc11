import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves this package, and forwards requests for all others to npm's usual registry. Returns the address and
 * a function that stops it.
 */
export async function serveRegistry(file: string): Promise<{ readonly address: string; end(): void }> {
  const bytes = readFileSync(file);
  const manifest = JSON.parse(
    execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' }),
  ) as { readonly name: string; readonly version: string };
  const { name, version } = manifest;
  const others = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const server = createServer(({ url = '' }, answer) => {
    const dist = { tarball: `${address}/${name}/-/${name}-${version}.tgz`, integrity };
    if (url === `/${name}`)
      answer.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          name,
          'dist-tags': { latest: version },
          versions: { [version]: { ...manifest, dist } },
        }),
      );
    else if (url.startsWith(`/${name}/-/`)) answer.end(bytes);
    else answer.writeHead(302, { location: new URL(url.slice(1), others).href }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, end: () => server.close() };
}
