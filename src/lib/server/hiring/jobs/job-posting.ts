import type { Job } from '#lib/contract/hiring/jobs.ts';
import { renderMarkdown } from '#lib/server/core/markdown.ts';

/** Formats an open job as a schema.org JobPosting for a JSON-LD script; returns null for a closed job. */
export function jobPosting(job: Job, url: string): string | null {
  if (job.status !== 'OPEN') return null;
  const { employer, compensation } = job;
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    url,
    description: renderMarkdown(job.description),
    responsibilities: textOf(job.responsibilities),
    qualifications: textOf(job.requirements),
    jobBenefits: textOf(job.benefits),
    workHours: job.shift || undefined,
    identifier: { '@type': 'PropertyValue', name: employer.name, value: job.code },
    datePosted: job.postedAt,
    validThrough: job.applyBy,
    employmentType:
      job.employmentType === 'CONTRACT' ? 'CONTRACTOR' : job.employmentType.replace('INTERNSHIP', 'INTERN'),
    hiringOrganization: {
      '@type': 'Organization',
      name: employer.name,
      sameAs: employer.website ?? undefined,
      logo: employer.logo ? new URL(employer.logo, url).href : undefined,
    },
    jobLocation: job.locations.map((location) => ({
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: location.city,
        addressRegion: location.region,
        addressCountry: location.countryIsoCode,
      },
    })),
    ...(job.workMode === 'REMOTE' && {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: [
        ...new Set(job.locations.map(({ countryIsoCode }) => countryIsoCode)),
      ].map((name) => ({ '@type': 'Country', name })),
    }),
    ...(compensation.isPublic && {
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: compensation.currency,
        value: {
          '@type': 'QuantitativeValue',
          minValue: compensation.min,
          maxValue: compensation.max,
          unitText: compensation.period,
        },
      },
    }),
    totalJobOpenings: job.openings,
    directApply: true,
  };
  // Inside a script element, only `<` can begin its end tag.
  return JSON.stringify(posting).replaceAll('<', '\\u003c');
}

/** Joins the items of a list, one a line; returns undefined for an empty list, so that its property is left out. */
const textOf = (items: readonly string[]): string | undefined => items.join('\n') || undefined;
