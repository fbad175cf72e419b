/** Where a visit came from, in the words of a counsellor. */

interface Touch {
  source: string | null;
  medium: string | null;
  campaign: string | null;
  referrerHost: string | null;
  landingPath: string | null;
}

const paidMedia = ['cpc', 'ppc', 'paid', 'paid-social', 'paid_social', 'paidsearch', 'display'];

/** Names that the links of campaigns write in small letters. */
const sourceNames: Readonly<Record<string, string>> = {
  google: 'Google',
  bing: 'Bing',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  whatsapp: 'WhatsApp',
};

/**
 * Formats where a visit came from and on which page it began: `Advert on Google (campaign “pm-course”), opened the home page`.
 */
export function formatTouch({ source, medium, campaign, referrerHost, landingPath }: Touch): string {
  const place = source ? (sourceNames[source.toLowerCase()] ?? source) : referrerHost;
  const isPaid = paidMedia.includes(medium?.toLowerCase() ?? '');
  const origin = place
    ? isPaid
      ? `Advert on ${place}`
      : formatFreeVisit(place, medium)
    : 'No link: typed our address';
  const page = landingPath === '/' ? 'the home page' : landingPath;
  return [campaign ? `${origin} (campaign “${campaign}”)` : origin, page && `opened ${page}`]
    .filter(Boolean)
    .join(', ');
}

const formatFreeVisit = (place: string, medium: string | null): string =>
  medium?.toLowerCase() === 'email' ? `Email from ${place}` : `Link on ${place}`;
