/**
 * Adds the name and email of the signed-in person, and the campaign that led here, to a link that books a conversation
 * (API-50). The address is requested when somebody is about to follow the link. Without script, or without a response in
 * time, the link opens the same calendar with empty fields.
 */
const timeoutMs = 1500;

for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-counselling]')) {
  let prefilling: Promise<void> | null = null;
  let isDone = false;
  const prefillOnce = () => {
    prefilling ??= prefill(link).finally(() => {
      isDone = true;
    });
  };
  for (const event of ['pointerdown', 'focus'] as const)
    link.addEventListener(event, prefillOnce, { passive: true });
  link.addEventListener('click', async (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || !prefilling || isDone) return;
    event.preventDefault();
    await Promise.race([prefilling, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
    location.assign(link.href);
  });
}

async function prefill(link: HTMLAnchorElement): Promise<void> {
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
