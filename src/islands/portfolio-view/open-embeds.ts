import { findEmbedFrame } from './embed-frame.ts';

/**
 * Replaces the link to a document by its frame on a click. The public page needs this, because it does not hydrate
 * Embed.tsx.
 */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-embed]') : null;
  const { embed = '', embedTitle = '' } = link?.dataset ?? {};
  const frame = findEmbedFrame(embed, embedTitle);
  if (!link || !frame || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const iframe = document.createElement('iframe');
  iframe.title = frame.title;
  iframe.setAttribute('sandbox', frame.sandbox);
  iframe.referrerPolicy = 'no-referrer';
  iframe.allowFullscreen = true;
  iframe.src = frame.src;
  link.replaceWith(iframe);
  iframe.focus();
});
