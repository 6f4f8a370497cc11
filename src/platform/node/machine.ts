import { randomBytes as draw, timingSafeEqual } from 'node:crypto';

/** Names the runtime. Results that depend on it are cached under this name. */
export const RUNTIME: string = process.version;

/** The time since this process began, unaffected by changes of the clock. Loading `performance` would take longer than taking a lock. */
export function uptimeMs(): number {
  return process.uptime() * 1000;
}

/** This thread's processor time, or the process's if Node can't tell. */
export function processorMs(): number {
  const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1000;
}

export function setting(name: string): string | undefined {
  return process.env[name];
}

export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return draw(count);
}

/** Takes the same time wherever two secrets of one length differ. */
export function isSameSecret(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
