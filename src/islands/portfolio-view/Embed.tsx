import { type MouseEvent, useState } from 'react';
import { formatHost, toSafeHref } from '#lib/domain/portfolio/portfolio-text.ts';
import { findEmbedFrame } from './embed-frame.ts';
import { DocumentIcon, ExternalLinkIcon } from './icons.tsx';
import { externalLinkRel } from './Links.tsx';

interface EmbedProps {
  title: string;
  url: string | null;
  embedUrl: string | null;
}

/**
 * A link to a document or video on another site. A published document opens in place of the link, in a sandboxed frame, when
 * the reader clicks it. Before that nothing of the other site is loaded, and without script it stays a link. On the public
 * page, which has no React, open-embeds.ts does the same as `open` here.
 */
export function Embed({ title, url, embedUrl }: EmbedProps) {
  const [isOpen, setOpen] = useState(false);
  const href = toSafeHref(url);
  const frame = embedUrl ? findEmbedFrame(embedUrl, title) : null;
  if (!href) return null;
  if (!frame)
    return (
      <a className="pf-out" href={href} rel={externalLinkRel}>
        <ExternalLinkIcon />
        <span>
          <span className="sr-only">{title}: </span>
          See it on {formatHost(href)}
        </span>
      </a>
    );
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <div className="pf-embed">
      {isOpen && (
        <iframe
          title={frame.title}
          src={frame.src}
          sandbox={frame.sandbox}
          referrerPolicy="no-referrer"
          allowFullScreen
        />
      )}
      {!isOpen && (
        <a href={href} rel={externalLinkRel} data-embed={embedUrl} data-embed-title={title} onClick={open}>
          <DocumentIcon />
          <span>
            <strong>
              Open the document<span className="sr-only">: {title}</span>
            </strong>
            <span>Loads from {formatHost(href)} when you press</span>
          </span>
        </a>
      )}
    </div>
  );
}
