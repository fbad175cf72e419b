import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import { linkKindLabels } from '#lib/domain/portfolio/portfolio.ts';
import { toSafeHref } from '#lib/domain/portfolio/portfolio-text.ts';
import { LinkIcon, MailIcon, PhoneIcon } from './icons.tsx';

/** What strangers wrote is followed without our name or our word for it (C-36). */
export const foreignRel = 'noopener noreferrer nofollow ugc';

/** Where else the person is, and how to reach them if they show it. */
export function Links({ portfolio }: { portfolio: Portfolio }) {
  const { email, phone } = portfolio;
  const links = portfolio.links.toSorted((one, other) => one.order - other.order);
  if (!links.length && !email && !phone) return null;
  return (
    <ul className="pf-links" aria-label="Contact and links">
      {email && (
        <li>
          <a href={`mailto:${encodeURI(email)}`}>
            <MailIcon />
            {email}
          </a>
        </li>
      )}
      {phone && (
        <li>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            <PhoneIcon />
            {phone}
          </a>
        </li>
      )}
      {links.map(({ id, kind, url, label }) => (
        <li key={id}>
          <ForeignLink url={url}>
            <LinkIcon kind={kind} />
            {label || linkKindLabels[kind]}
          </ForeignLink>
        </li>
      ))}
    </ul>
  );
}

interface ForeignLinkProps {
  url: string;
  className?: string;
  children: React.ReactNode;
}

/** An address that a page may not link to is text. */
export function ForeignLink({ url, className, children }: ForeignLinkProps) {
  const href = toSafeHref(url);
  if (!href) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={href} rel={foreignRel}>
      {children}
    </a>
  );
}
