/** Names the next event in the teasers of this page, each when it comes near the screen. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      void showNextEvent(target as HTMLElement);
    }
  },
  { rootMargin: '300px' },
);

for (const teaser of document.querySelectorAll('[data-next-event]')) observer.observe(teaser);

/** The text of the teaser has room for two lines, so that nothing moves. */
async function showNextEvent(teaser: HTMLElement): Promise<void> {
  const [{ fetchNextEvent }, { periodText }] = await Promise.all([
    import('#lib/browser/next-event.ts'),
    import('#lib/domain/core/time-text.ts'),
  ]);
  const next = await fetchNextEvent(teaser.dataset.nextEvent ?? '');
  const text = teaser.querySelector('[data-next-event-text]');
  if (!next || !text) return;
  const link = document.createElement('a');
  link.className = 'link';
  link.href = `/events/${next.slug}/`;
  link.textContent = next.title;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  text.replaceChildren('Next: ', link, `, ${periodText(next, next.timeZone, timeZone)}`);
}
