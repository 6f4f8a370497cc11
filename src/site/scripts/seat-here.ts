/// <reference lib="dom" />
export function seatHere(page = document): string {
  return page.getElementById('offline')?.dataset['seat'] ?? '';
}

/** If somebody else sits down at this browser in another tab, this one shows their pages too. */
export function followSeat(): void {
  const key = 'gitnomic-sits-here';
  const here = [seatHere(), document.getElementById('copy')?.textContent ?? ''].join(' ');
  localStorage.setItem(key, here);
  addEventListener('storage', (event) => {
    if (event.key === key && event.newValue !== here) location.reload();
  });
}
