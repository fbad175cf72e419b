import { type MouseEvent, useState } from 'react';
import { formatHost, toSafeHref } from '#lib/domain/portfolio/portfolio-text.ts';
import { frameOf } from './embed-frame.ts';
import { DocumentIcon, LeavesIcon } from './icons.tsx';
import { foreignRel } from './Links.tsx';

interface EmbedProps {
  title: string;
  url: string | null;
  embedUrl: string | null;
}

/**
 * Something to read or watch elsewhere. A published document opens in its place once it is asked for, in a sandbox: until
 * then nothing of the other site is loaded, and without script it is a link. On the public page open-embeds.ts does what
 * `open` does here.
 */
export function Embed({ title, url, embedUrl }: EmbedProps) {
  const [isOpen, setOpen] = useState(false);
  const href = toSafeHref(url);
  const frame = embedUrl ? frameOf(embedUrl, title) : null;
  if (!href) return null;
  if (!frame)
    return (
      <a className="pf-out" href={href} rel={foreignRel}>
        <LeavesIcon />
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
        <a href={href} rel={foreignRel} data-embed={embedUrl} data-embed-title={title} onClick={open}>
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
