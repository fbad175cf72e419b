import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { linkKindLabels } from '#lib/domain/portfolio/portfolio.ts';
import { toSafeHref } from '#lib/domain/portfolio/portfolio-text.ts';
import { LinkIcon, MailIcon, PhoneIcon } from './icons.tsx';

/**
 * For links that users wrote: the other site learns nothing of our page, and search engines do not count it as our
 * advice. [C-36]
 */
export const externalLinkRel = 'noopener noreferrer nofollow ugc';

/** The person's links, and their email and phone number if they show them. */
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
          <ExternalLink url={url}>
            <LinkIcon kind={kind} />
            {label || linkKindLabels[kind]}
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}

interface ExternalLinkProps {
  url: string;
  className?: string;
  children: React.ReactNode;
}

/** A link that a user wrote. An address with an unsafe scheme is shown as text. */
export function ExternalLink({ url, className, children }: ExternalLinkProps) {
  const href = toSafeHref(url);
  if (!href) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={href} rel={externalLinkRel}>
      {children}
    </a>
  );
}
