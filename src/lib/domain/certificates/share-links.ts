import { formatShortId } from './short-id.ts';

/** The links with which a holder shares a certificate. */

interface SharedCertificate {
  shortUuid: string;
  title: string;
  holderName: string;
  issuedOn: string;
  expiresOn: string | null;
  issuerName: string;
  /** The address of the page. */
  url: string;
}

/** LinkedIn cuts longer names of a certification. */
const maxLinkedInName = 100;

/**
 * Returns the address that opens LinkedIn's form for a new certification, filled in: name, organisation, months of issue and
 * expiry, id and address.
 */
export function linkedInAddUrl({
  shortUuid,
  title,
  issuedOn,
  expiresOn,
  issuerName,
  url,
}: SharedCertificate): string {
  const [year = '', month = ''] = issuedOn.split('-');
  const [expiryYear = '', expiryMonth = ''] = expiresOn?.split('-') ?? [];
  const values = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: title.slice(0, maxLinkedInName),
    organizationName: issuerName,
    issueYear: year,
    issueMonth: String(Number(month)),
    ...(expiresOn && { expirationYear: expiryYear, expirationMonth: String(Number(expiryMonth)) }),
    certUrl: url,
    certId: shortUuid,
  });
  return `https://www.linkedin.com/profile/add?${values}`;
}

/** Returns the address that opens WhatsApp with a message about the certificate. */
export const whatsAppShareUrl = ({ holderName, title, issuerName, url }: SharedCertificate): string =>
  `https://wa.me/?${new URLSearchParams({ text: `${holderName}: ${title}, ${issuerName}. Check the certificate: ${url}` })}`;

/** What LinkedIn's form asks for, for people who fill it in themselves. */
export const linkedInFields = (one: SharedCertificate): [label: string, value: string][] => [
  ['Name', one.title],
  ['Issuing organisation', one.issuerName],
  ['Credential ID', formatShortId(one.shortUuid)],
  ['Credential URL', one.url],
];

/** Returns the path of a page with the parameters that attribute the visit to a certificate. [TRACK-01] */
export const attributedPath = (path: string, shortUuid: string): string =>
  `${path}?${new URLSearchParams({ utm_source: 'certificate', utm_medium: 'referral', utm_campaign: 'certificates', utm_content: shortUuid })}`;
