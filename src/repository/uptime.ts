/** The time since this process began, unaffected by changes of the clock. Loading `performance` would take longer than taking a lock. */
export function uptimeMs(): number {
  return process.uptime() * 1000;
}
