import type { SharpConstructor } from 'sharp';

import type { Optional } from '../node/packages.ts';

export type { Optional };

export function findOptional(_name: Optional, _file = ''): string | null {
  return null;
}

export async function loadSharp(): Promise<SharpConstructor> {
  throw new Error('A browser has no sharp.');
}

export function findQuickJs(): string {
  throw new Error('In a browser, QuickJS is handed in with the sandbox’s caches.');
}
