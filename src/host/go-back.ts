import type { AskedToGoBack } from '../care/recover/recover.ts';

/** Failing rules can make a tick fail, so requests to go back come first. What that takes is only loaded if there is one. */
export async function goBackWhereAsked(asking: AskedToGoBack): Promise<readonly string[]> {
  if (!asking.events.some((event) => event.type === 'commented' && event.text.includes('/recover')))
    return [];
  return (await import('../care/recover/recover.ts')).recoverAsked(asking);
}
