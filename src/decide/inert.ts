/**
 * What players wrote, where the engine repeats it: it calls nobody, refers to nothing, is no HTML, no Markdown and no
 * command, and stays on its line. `@bo <b>` → `@\u200bbo \<b\>`
 */
export function inert(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]()<>|~]/gu, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('@', '@\u200b')
    .replaceAll(/#(?=\d)/gu, '#\u200b')
    .replaceAll(/\bGH-(?=\d)/giu, 'GH\u200b-')
    .replaceAll('://', ':\u200b//')
    .replaceAll(/\bwww\./giu, 'www\u200b.')
    .replace(/^[/+>#=-]/u, String.raw`\$&`)
    .replace(/^(\d+)([.)])/u, String.raw`$1\$2`);
}

/** The same, cut where nobody would read on. */
export function inertShort(text: string, most = 200): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return inert(short);
}

/** A path or id as code, whatever is in it. */
export function code(text: string): string {
  const flat = text.replaceAll(/\s+/gu, ' ');
  const ticks = Math.max(0, ...[...flat.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(ticks + 1);
  const space = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${fence}${space}${flat}${space}${fence}`;
}

/** What stands between tags of HTML, where Markdown has no say. */
export function inHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b')
    .replaceAll(/#(?=\d)/gu, '#\u200b')
    .replaceAll('://', ':\u200b//');
}
