import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { type BatchMode, courseModes } from '#lib/domain/catalog/batch-card.ts';
import { type AvatarVariants, avatarUrl } from '#lib/domain/core/avatar.ts';
import { formatPersonName } from '#lib/domain/portfolio/portfolio-text.ts';

/**
 * schema.org data for search engines. A page may only state what its visitors can also read;
 * tests/e2e/catalog/search.spec.ts compares the two.
 */
export interface JsonLd {
  '@context': 'https://schema.org';
  '@type': string;
  [property: string]: unknown;
}

const createJsonLd = (type: string, properties: Record<string, unknown>): JsonLd => ({
  '@context': 'https://schema.org',
  '@type': type,
  ...properties,
});

/** Serializes the data for a script element, in which a `<` could end the element. */
export const serializeJsonLd = (one: JsonLd): string => JSON.stringify(one).replaceAll('<', '\\u003c');

/** Returns the full URL of a path, which search engines require. */
export type UrlResolver = (path: string) => string;

export const createUrlResolver =
  (siteOrigin: string): UrlResolver =>
  (path) =>
    new URL(path, siteOrigin).href;

const provider = (address: UrlResolver) => ({ '@type': 'Organization', name: 'Liftoff', url: address('/') });

export function describeOrganization(address: UrlResolver): JsonLd {
  return createJsonLd('Organization', {
    '@id': address('/#organization'),
    name: 'Liftoff',
    url: address('/'),
    logo: address('/icon-512.png'),
    slogan: 'Coaching, training and hiring for people who are ready for more.',
    areaServed: 'IN',
  });
}

/** Describes the trail from the home page to this page, which is the last item. */
export function describeBreadcrumbs(
  address: UrlResolver,
  trail: readonly { name: string; path: string }[],
): JsonLd {
  return createJsonLd('BreadcrumbList', {
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: address(path),
    })),
  });
}

export function describeItemList(items: readonly { name: string; url: string }[]): JsonLd {
  return createJsonLd('ItemList', {
    itemListElement: items.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url,
    })),
  });
}

export interface RatedReview {
  author: string;
  rating: number;
  title: string;
  body: string;
  publishedOn: string;
}

/** Search engines assume a scale of one to five. */
const rating = (value: number) => ({ '@type': 'Rating', ratingValue: value });

export interface CourseFacts {
  name: string;
  description: string;
  path: string;
  /** The reviews that the page shows. `ratingAverage` and `ratingCount` are of all reviews of the programme. */
  reviews: readonly RatedReview[];
  ratingAverage: number | null;
  ratingCount: number;
  batch: {
    name: string;
    startsOn: string;
    endsOn: string;
    mode: BatchMode;
    schedule: readonly string[];
  } | null;
  fee: { amount: number; currency: string };
  weeks: number;
  hoursPerWeek: { min: number; max: number } | null;
}

export function describeCourse(address: UrlResolver, facts: CourseFacts): JsonLd {
  const { name, description, path, reviews, ratingAverage, ratingCount, batch, fee, weeks, hoursPerWeek } =
    facts;
  const hours = hoursPerWeek && Math.round(((hoursPerWeek.min + hoursPerWeek.max) / 2) * weeks);
  return createJsonLd('Course', {
    name,
    description,
    url: address(path),
    provider: provider(address),
    ...(batch && {
      hasCourseInstance: {
        '@type': 'CourseInstance',
        name: batch.name,
        courseMode: courseModes[batch.mode],
        ...(hours && { courseWorkload: `PT${hours}H` }),
        courseSchedule: {
          '@type': 'Schedule',
          startDate: batch.startsOn,
          endDate: batch.endsOn,
          repeatFrequency: 'Weekly',
          repeatCount: weeks,
        },
      },
    }),
    offers: {
      '@type': 'Offer',
      category: fee.amount > 0 ? 'Paid' : 'Free',
      price: fee.amount,
      priceCurrency: fee.currency,
    },
    ...(ratingAverage !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: ratingAverage,
        reviewCount: ratingCount,
      },
      review: reviews.map((review) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name: review.author },
        reviewRating: rating(review.rating),
        name: review.title,
        reviewBody: review.body,
        datePublished: review.publishedOn,
      })),
    }),
  });
}

export function describeFaqPage(questions: readonly { question: string; answer: string }[]): JsonLd {
  return createJsonLd('FAQPage', {
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  });
}

export interface PersonFacts {
  name: string;
  headline: string;
  company: string;
  expertise: readonly string[];
  linkedinUrl: string | null;
  avatar: AvatarVariants | null;
}

/** Describes the coaches on a page. */
export function describePeople(address: UrlResolver, persons: readonly PersonFacts[]): JsonLd {
  return createJsonLd('ItemList', {
    itemListElement: persons.map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: describePerson(address, one),
    })),
  });
}

/** Describes one coach on the coach's own page. */
export function describeCoach(address: UrlResolver, path: string, coach: PersonFacts): JsonLd {
  const { '@type': type, ...person } = describePerson(address, coach);
  return createJsonLd(type, { ...person, url: address(path) });
}

function describePerson(
  address: UrlResolver,
  { name, headline, company, expertise, linkedinUrl, avatar }: PersonFacts,
) {
  // Search engines do not accept SVG, so avatarUrl returns the address of a bitmap.
  const image = avatarUrl(avatar);
  return {
    '@type': 'Person',
    name,
    description: headline,
    knowsAbout: expertise,
    ...(image && { image: address(image) }),
    ...(company !== 'Independent' && { worksFor: { '@type': 'Organization', name: company } }),
    ...(linkedinUrl && { sameAs: linkedinUrl }),
  };
}

/** Describes the owner of a portfolio by what visitors can read there. */
export function describePortfolioOwner(address: UrlResolver, portfolio: Portfolio): JsonLd {
  const { slug, owner, headline, location, skills, links, experience, education, certificates } = portfolio;
  const present = experience.find(({ endedOn }) => !endedOn);
  const image = avatarUrl(owner.avatar);
  const organizationOf = (name: string) => ({ '@type': 'Organization', name });
  return createJsonLd('Person', {
    '@id': address(`/portfolios/${slug}/#person`),
    name: formatPersonName(owner),
    url: address(`/portfolios/${slug}/`),
    mainEntityOfPage: { '@type': 'ProfilePage', '@id': address(`/portfolios/${slug}/`) },
    ...(headline && { description: headline }),
    ...(image && { image: address(image) }),
    ...(present && { jobTitle: present.title }),
    ...(present?.company && { worksFor: organizationOf(present.company) }),
    ...(location && { homeLocation: { '@type': 'Place', name: location } }),
    ...(skills.length > 0 && { knowsAbout: skills }),
    ...(links.length > 0 && { sameAs: links.map(({ url }) => url) }),
    ...(education.length > 0 && {
      alumniOf: education.map(({ institution }) => ({
        '@type': 'EducationalOrganization',
        name: institution,
      })),
    }),
    ...(certificates.length > 0 && {
      hasCredential: certificates.map(({ title, issuerName }) => ({
        '@type': 'EducationalOccupationalCredential',
        name: title,
        recognizedBy: organizationOf(issuerName),
      })),
    }),
  });
}
