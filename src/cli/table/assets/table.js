// Shows what a form would do while it is being filled in. Without this script its preview button does the same.
for (const form of document.querySelectorAll('form[data-preview]')) {
  const place = document.getElementById(form.dataset.preview);
  let timer = 0;
  let asked = 0;
  const look = async () => {
    const mine = ++asked;
    const body = new URLSearchParams(new FormData(form));
    body.set('do', 'preview');
    try {
      const answer = await fetch(form.getAttribute('action'), {
        method: 'POST',
        body,
        headers: { 'x-table-part': 'preview' },
      });
      const text = await answer.text();
      if (mine !== asked) return;
      if (answer.ok) place.innerHTML = text;
      else place.textContent = text;
      const wrong = new Set((place.querySelector('[data-wrong]')?.dataset.wrong ?? '').split(' '));
      for (const field of form.elements) {
        if (!field.name || field.type === 'hidden') continue;
        if (wrong.has(field.name)) field.setAttribute('aria-invalid', 'true');
        else field.removeAttribute('aria-invalid');
      }
    } catch {
      place.textContent = 'The table does not answer. Is it still running?';
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(look, 350);
  });
}
