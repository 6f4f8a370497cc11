/// <reference lib="dom" />
// Has the browser keep what is seen of the game, where it can: on published pages, at home on this machine, and by HTTPS.
const place = document.getElementById('offline');
const { worker, base = '/', seat = '' } = place?.dataset ?? {};

if (worker !== undefined && 'serviceWorker' in navigator) void begin(worker);

async function begin(address: string): Promise<void> {
  const scope = new URL(base, location.href).href;
  const forgot = await forgetOtherSeats(scope);
  const isNew = navigator.serviceWorker.controller === null;
  const registration = await navigator.serviceWorker.register(address, { scope }).catch(() => null);
  if (registration === null || !(forgot || isNew)) return;
  // This page came before there was anything that could have kept it, or went with the others.
  const { active } = await navigator.serviceWorker.ready;
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
    ({ href }) => href,
  );
  active?.postMessage({ keep: [location.href, ...styles] });
}

/** Pages that somebody else saw in this browser are theirs alone. */
async function forgetOtherSeats(scope: string): Promise<boolean> {
  const key = `gitnomic-seat ${scope}`;
  const before = localStorage.getItem(key);
  localStorage.setItem(key, seat);
  return before !== null && before !== seat && caches.delete(`gitnomic-pages ${scope}`);
}
