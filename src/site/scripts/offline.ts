// Lets the browser cache visited pages, if it is allowed to: on published sites, on this machine, and over HTTPS.
const place = document.getElementById('offline');
const { worker, base = '/', seat = '' } = place?.dataset ?? {};

if (worker !== undefined && 'serviceWorker' in navigator) void begin(worker);

async function begin(address: string): Promise<void> {
  const scope = new URL(base, location.href).href;
  const forgot = await forgetOtherSeats(scope);
  const isNew = navigator.serviceWorker.controller === null;
  const registration = await navigator.serviceWorker.register(address, { scope }).catch(() => null);
  if (registration === null || !(forgot || isNew)) return;
  // This page was loaded before the worker could cache it, or was deleted with the others.
  const { active } = await navigator.serviceWorker.ready;
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
    ({ href }) => href,
  );
  active?.postMessage({ keep: [location.href, ...styles] });
}

/** Deletes pages cached for another person in this browser, since they are private. */
async function forgetOtherSeats(scope: string): Promise<boolean> {
  const key = `gitnomic-seat ${scope}`;
  const before = localStorage.getItem(key);
  localStorage.setItem(key, seat);
  if (before === null || before === seat) return false;
  // The worker keeps nothing either that it is still waiting for.
  navigator.serviceWorker.controller?.postMessage({ forget: true });
  return caches.delete(`gitnomic-pages ${scope}`).then(() => true);
}
