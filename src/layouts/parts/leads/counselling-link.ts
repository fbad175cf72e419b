/**
 * Gives a link to book a conversation the name and the address of the signed-in person and the campaign that led
 * here (API-50). Asked for when somebody is about to follow the link; without script, or without an answer in time,
 * the link leads to the same calendar with empty fields.
 */
const patience = 1500;

for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-counselling]')) {
  let filled: Promise<void> | null = null;
  let isFilled = false;
  const ask = () => {
    filled ??= fill(link).finally(() => {
      isFilled = true;
    });
  };
  for (const sign of ['pointerdown', 'focus'] as const) link.addEventListener(sign, ask, { passive: true });
  link.addEventListener('click', async (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || !filled || isFilled) return;
    event.preventDefault();
    await Promise.race([filled, new Promise((done) => setTimeout(done, patience))]);
    location.assign(link.href);
  });
}

async function fill(link: HTMLAnchorElement): Promise<void> {
  try {
    const { api } = await import('#lib/client/api.ts');
    const { prefilledUrl } = await api('GET /api/v1/programs/{programSlug}/counselling-calendly-link/', {
      params: { programSlug: link.dataset.counselling ?? '' },
    });
    if (prefilledUrl) link.href = prefilledUrl;
  } catch {
    // The link works as it is.
  }
}
