import { defuse, seen } from '../kernel/defuse.ts';

/** No markup of theirs works in it, and no entity of HTML; lines stay lines. `[x](y) @all` → `\[x\](y) @\u200ball` */
export function inertWords(text: string): string {
  return defuse(text.replaceAll(/[\\`*_[\]<>|~]|&(?=#?\w)/gu, String.raw`\$&`));
}

/**
 * Makes players' words inert where the engine repeats them: it calls nobody, refers to nothing, is no HTML, no Markdown and no
 * command, and stays on its line. `@bo <b>` → `@\u200bbo \<b\>`
 */
export function inert(text: string): string {
  return inertWords(text.replaceAll(/\s+/gu, ' ').trim())
    .replace(/^[/+#=-]/u, String.raw`\$&`)
    .replace(/^(\d+)([.)])/u, String.raw`$1\$2`);
}

/** The same in the middle of a line, where nothing begins. */
export function inertInLine(text: string): string {
  return inertWords(text.replaceAll(/\s+/gu, ' ').trim());
}

/** The same, cut where nobody would read on. */
export function inertShort(text: string, most = 200): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return inert(short);
}

/** A path or id as code, whatever is in it. */
export function code(text: string): string {
  const flat = seen(text.replaceAll(/\s+/gu, ' '));
  const ticks = Math.max(0, ...[...flat.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(ticks + 1);
  const space = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${fence}${space}${flat}${space}${fence}`;
}

/** Text between tags of HTML, where Markdown has no say. */
export function inHtml(text: string): string {
  return defuse(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
}
