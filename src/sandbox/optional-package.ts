import type { Optional } from '#platform/packages.ts';

export function sayMissing(name: Optional, what: string): string {
  return `${what}, since the optional package ${name} is not installed: \`npm install ${name}\` brings it.`;
}
