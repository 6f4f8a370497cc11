import { escapeHtml } from '../../seat/escape-html.ts';

/** A page at an old address, which leads to the new one without script. */
export function movedTo(address: string, title: string, tag: string): Response {
  const [to, name] = [escapeHtml(address), escapeHtml(title)];
  const html = `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${to}"></head><body><main><h1><a href="${to}">${name}</a></h1></main></body></html>\n`;
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
