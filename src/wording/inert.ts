import { defuse, seen } from '../kernel/defuse.ts';

/** Escapes markup and HTML entities but keeps line breaks. `[x](y) @all` → `\[x\](y) @\u200ball` */
export function inertWords(text: string): string {
  return defuse(text.replaceAll(/[\\`*_[\]<>|~]|&(?=#?\w)/gu, String.raw`\$&`));
}

/**
 * Makes players' words harmless when the engine quotes them: no mentions, references, HTML, Markdown or commands, and
 * a single line. `@bo <b>` → `@\u200bbo \<b\>`
 */
export function inert(text: string): string {
  return inertWords(text.replaceAll(/\s+/gu, ' ').trim())
    .replace(/^[/+#=-]/u, String.raw`\$&`)
    .replace(/^(\d+)([.)])/u, String.raw`$1\$2`);
}

/** For the middle of a line, where no command or list can begin. */
export function inertInLine(text: string): string {
  return inertWords(text.replaceAll(/\s+/gu, ' ').trim());
}

/** The same for the engine's own sentences, in which commands stay code: see `gitnomic lint` */
export function inertSentence(text: string): string {
  return inertInLine(text).replaceAll(/\\`((?:gitnomic |\/)[\w -]+)\\`/gu, '`$1`');
}

/** Cuts long words too. */
export function inertShort(text: string, most = 200): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return inert(short);
}

/** A clash with its two versions, harmless except for the list and the marks of a difference: `- ~~48~~ **36** hours` */
export function inertClash(text: string): string {
  const lines = text.split('\n').map((line) => {
    const item = line.startsWith('- ') ? '- ' : '';
    return `${item}${inertShort(line.slice(item.length), 600)}`;
  });
  return lines.join('\n').replaceAll('\\~\\~', '~~').replaceAll('\\*\\*', '**');
}

/** Renders any path or id as code. */
export function code(text: string): string {
  const flat = seen(text.replaceAll(/\s+/gu, ' '));
  const ticks = Math.max(0, ...[...flat.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(ticks + 1);
  const space = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${fence}${space}${flat}${space}${fence}`;
}

/** Escapes text between HTML tags, where Markdown isn't read. */
export function inHtml(text: string): string {
  return defuse(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
}
