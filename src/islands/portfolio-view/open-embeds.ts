import { frameOf } from './embed-frame.ts';

/** The public page's part of Embed.tsx: a press puts the document where its link stands. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-embed]') : null;
  const { embed = '', embedTitle = '' } = link?.dataset ?? {};
  const frame = frameOf(embed, embedTitle);
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
