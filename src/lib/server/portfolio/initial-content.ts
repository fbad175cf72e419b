import { v7 as uuidv7 } from 'uuid';
import { portfolioLengths } from '#lib/domain/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Finds what a new portfolio begins with: what its person has entered as a candidate. It is empty for everybody else. The
 * portfolio is private at first, so nobody sees it before its owner wants it. [API-30]
 */
export async function findInitialContent(trx: Db, userId: string) {
  const details = await trx
    .selectFrom('candidateRegistration')
    .select(['currentCity', 'currentRegion', 'degree', 'college', 'graduationYear'])
    .select(['currentCompany', 'currentRole', 'linkedinUrl'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!details) return { values: {}, linkUrl: null };
  const { currentCity, currentRegion, degree, college, graduationYear, currentCompany, currentRole } =
    details;
  const common = { id: uuidv7(), startedOn: null, summary: '' };
  const experience = currentRole && {
    ...common,
    title: currentRole,
    company: currentCompany ?? '',
    location: '',
    endedOn: null,
  };
  const education = college && {
    ...common,
    institution: college,
    degree: degree ?? '',
    endedOn: graduationYear === null ? null : String(graduationYear),
  };
  const headline = currentRole
    ? [currentRole, currentCompany].filter(Boolean).join(' at ')
    : [degree, college].filter(Boolean).join(', ');
  return {
    values: {
      headline: headline.slice(0, portfolioLengths.headline),
      location: [currentCity, currentRegion].filter(Boolean).join(', ').slice(0, portfolioLengths.location),
      openTo: JSON.stringify(['WORK']),
      experience: JSON.stringify(experience ? [experience] : []),
      education: JSON.stringify(education ? [education] : []),
    },
    linkUrl: details.linkedinUrl,
  };
}
