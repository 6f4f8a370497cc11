// Marks the reader's position in the table of contents. Without this script it is a plain list of links.
import { onEachVersion } from './renewals.ts';

onEachVersion(() => {
  const links = new Map<string, HTMLAnchorElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#toc a[href^="#"]'))
    links.set(link.hash.slice(1), link);

  const seen = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) seen.add(target.id);
        else seen.delete(target.id);
      }
      const current = [...links.keys()].find((id) => seen.has(id));
      for (const [id, link] of links) link.ariaCurrent = id === current ? 'true' : null;
    },
    { rootMargin: '-10% 0px -70% 0px' },
  );
  for (const id of links.keys()) {
    const target = document.getElementById(id);
    if (target !== null) observer.observe(target);
  }
});
