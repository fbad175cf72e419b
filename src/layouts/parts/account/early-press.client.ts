/**
 * Repeats a press on a button of an island that was not ready yet: on a slow phone, the scripts of an island take seconds,
 * and a press must not be lost. Until then the button shows that it is busy.
 */
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('button[type="button"]');
  const island = button?.closest('astro-island[ssr]');
  if (!button || !island || button.ariaBusy) return;
  button.ariaBusy = 'true';
  island.addEventListener(
    'astro:hydrate',
    () => {
      button.ariaBusy = null;
      button.click();
    },
    { once: true },
  );
});
