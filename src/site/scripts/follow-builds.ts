// During development, reloads the page after a rebuild.
const address = document.getElementById('live')?.dataset['built'];
const EVERY_MS = 1_500;

if (address !== undefined) follow(address);

function follow(path: string): void {
  let first: string | null = null;
  const poll = async (): Promise<void> => {
    // While the pages are being written, the request may fail.
    const answer = await fetch(path, { cache: 'no-store' }).catch(() => null);
    if (answer?.ok !== true) return;
    const built = await answer.text();
    first ??= built;
    if (built !== first) location.reload();
  };
  setInterval(() => void poll(), EVERY_MS);
}
