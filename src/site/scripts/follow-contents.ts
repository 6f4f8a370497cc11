/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Marks the reader's position in the table of contents. Without this script it is a plain list of links.
import { onEachVersion } from './renewals.ts';

onEachVersion(markPlace);

function markPlace(): void {
  const links = new Map<string, HTMLAnchorElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#toc a[href^="#"]'))
    links.set(link.hash.slice(1), link);

  const seen = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) seen.add(entry.target.id);
        else seen.delete(entry.target.id);
      }
      const current = [...links.keys()].find((id) => seen.has(id));
      for (const [id, link] of links) {
        if (id === current) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-10% 0px -70% 0px' },
  );
  for (const id of links.keys()) {
    const target = document.getElementById(id);
    if (target !== null) observer.observe(target);
  }
}
