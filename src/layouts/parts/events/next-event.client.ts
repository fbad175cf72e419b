/** Names the next event in the teasers of this page, each when it comes near the screen. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      void import('#lib/browser/next-event.ts').then(({ showNextEvent }) =>
        showNextEvent(target as HTMLElement),
      );
    }
  },
  { rootMargin: '300px' },
);

for (const teaser of document.querySelectorAll('[data-next-event]')) observer.observe(teaser);
