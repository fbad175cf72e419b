import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import { courseModes } from '#lib/domain/catalog/batch-card.ts';
import { type AvatarVariants, avatarUrl } from '#lib/domain/core/avatar.ts';
import { formatPersonName } from '#lib/domain/portfolio/portfolio-text.ts';

/**
 * schema.org data in the forms that search engines read. A page gives only what a person also finds on it;
 * tests/e2e/catalog/search.spec.ts compares the two.
 */
export interface JsonLd {
  '@context': 'https://schema.org';
  '@type': string;
  [property: string]: unknown;
}

const of = (type: string, properties: Record<string, unknown>): JsonLd => ({
  '@context': 'https://schema.org',
  '@type': type,
  ...properties,
});

/** Inside a script element only `<` could end it. */
export const jsonLdText = (one: JsonLd): string => JSON.stringify(one).replaceAll('<', '\\u003c');

/** Absolute, as search engines want it. */
export type AddressOf = (path: string) => string;

export const addressOn =
  (site: URL | undefined): AddressOf =>
  (path) =>
    new URL(path, site).href;

const provider = (address: AddressOf) => ({ '@type': 'Organization', name: 'Liftoff', url: address('/') });

export function organization(address: AddressOf): JsonLd {
  return of('Organization', {
    '@id': address('/#organization'),
    name: 'Liftoff',
    url: address('/'),
    logo: address('/icon-512.png'),
    slogan: 'Coaching, training and hiring for people who are ready for more.',
    areaServed: 'IN',
  });
}

/** The way here from the home page; the last one is the page itself. */
export function breadcrumbs(address: AddressOf, trail: readonly { name: string; path: string }[]): JsonLd {
  return of('BreadcrumbList', {
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: address(path),
    })),
  });
}

export function itemList(items: readonly { name: string; url: string }[]): JsonLd {
  return of('ItemList', {
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

/** Of five, which is what search engines take for granted. */
const rating = (value: number) => ({ '@type': 'Rating', ratingValue: value });

export interface CourseFacts {
  name: string;
  description: string;
  path: string;
  /** Those that stand on the page; the figures are those of all reviews of the programme. */
  reviews: readonly RatedReview[];
  ratingAverage: number | null;
  ratingCount: number;
  batch: { name: string; startsOn: string; endsOn: string; mode: string; schedule: readonly string[] } | null;
  fee: { amount: number; currency: string } | null;
}

export function course(address: AddressOf, facts: CourseFacts): JsonLd {
  const { name, description, path, reviews, ratingAverage, ratingCount, batch, fee } = facts;
  return of('Course', {
    name,
    description,
    url: address(path),
    provider: provider(address),
    ...(batch && {
      hasCourseInstance: {
        '@type': 'CourseInstance',
        name: batch.name,
        courseMode: courseModes[batch.mode] ?? 'Online',
        courseSchedule: { '@type': 'Schedule', startDate: batch.startsOn, endDate: batch.endsOn },
      },
    }),
    ...(fee && {
      offers: {
        '@type': 'Offer',
        category: fee.amount > 0 ? 'Paid' : 'Free',
        price: fee.amount,
        priceCurrency: fee.currency,
      },
    }),
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

export function faqPage(questions: readonly { question: string; answer: string }[]): JsonLd {
  return of('FAQPage', {
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

/** People who stand on one page: coaches. */
export function people(address: AddressOf, persons: readonly PersonFacts[]): JsonLd {
  return of('ItemList', {
    itemListElement: persons.map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: person(address, one),
    })),
  });
}

function person(
  address: AddressOf,
  { name, headline, company, expertise, linkedinUrl, avatar }: PersonFacts,
) {
  // Pixels: search engines take no drawing.
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

/** Whom a portfolio is about, in what visitors read there. */
export function portfolioOwner(address: AddressOf, portfolio: Portfolio): JsonLd {
  const { slug, owner, headline, location, skills, links, experience, education, certificates } = portfolio;
  const present = experience.find(({ endedOn }) => !endedOn);
  const image = avatarUrl(owner.avatar);
  const organizationOf = (name: string) => ({ '@type': 'Organization', name });
  return of('Person', {
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
