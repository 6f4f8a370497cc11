// Reads the site's data. A browser gives a page that was opened from a folder no other files but scripts; there the data are scripts, too.
import { inFolder } from '../data/in-folder.ts';

declare global {
  interface Window {
    /** Data from these scripts, keyed by address. */
    gitnomicFiles?: Record<string, unknown>;
  }
}

const { base = '/', root } = document.getElementById('offline')?.dataset ?? {};

/** Converts an address from the data to one that works on this page. */
export function addressHere(address: string): string {
  return root === undefined ? address : inFolder(address, base, root);
}

export async function readJson<T>(address: string): Promise<T> {
  if (root !== undefined) return readScript<T>(addressHere(address));
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as T;
}

function readScript<T>(address: string): Promise<T> {
  const script = document.createElement('script');
  script.src = `${address}.js`;
  return new Promise((done, failed) => {
    script.addEventListener('load', () => done(window.gitnomicFiles?.[script.src] as T));
    script.addEventListener('error', () => failed(new Error(address)));
    document.head.append(script);
  });
}
