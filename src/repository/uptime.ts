/** The time since this process began, for waiting whatever the clock does. `performance` would be loaded for it, which takes longer than a lock. */
export function uptimeMs(): number {
  return process.uptime() * 1000;
}
