import type { Db } from '#lib/server/db/index.ts';
import { demoPeople, requireBengaluruId } from './person.ts';

/**
 * The candidates of one job. How far each has come: an interview whose outcome staff have to record, an interview today, an offer to
 * answer, an accepted one, and one who works there.
 */
export const hires = [
  {
    person: demoPeople.anil,
    until: 'INTERVIEW_HELD',
    motivation:
      'Two years of inside sales at a cable company in Ranchi. Our target was 40 connections a month, I made it in 17 of 24 months. Payroll I know only from my own salary slip, but I learn quickly.',
    degree: 'B.Com',
    graduationYear: 2021,
    totalExperienceMonths: 26,
    noticePeriodDays: 15,
    languages: [
      { code: 'hi', level: 'NATIVE' },
      { code: 'en', level: 'C1' },
    ],
    willingToRelocate: true,
  },
  {
    person: demoPeople.ritu,
    until: 'INTERVIEW_HELD',
    motivation: 'Because I like closing. Please see the two deals in my résumé.',
    degree: 'BA Economics',
    graduationYear: 2022,
    totalExperienceMonths: 31,
    noticePeriodDays: 60,
    languages: [
      { code: 'bn', level: 'NATIVE' },
      { code: 'en', level: 'C1' },
      { code: 'hi', level: 'C1' },
    ],
    willingToRelocate: true,
  },
  {
    person: demoPeople.zoya,
    until: 'INTERVIEW_TODAY',
    motivation:
      'I sold accounting software to small shops, mostly by phone. It was ok, but the deals were tiny and nobody had time for a demo. I would like to work on fewer and larger ones.',
    degree: 'BBA',
    graduationYear: 2023,
    totalExperienceMonths: 20,
    noticePeriodDays: 30,
    languages: [
      { code: 'gu', level: 'NATIVE' },
      { code: 'en', level: 'C1' },
      { code: 'kn', level: 'A2' },
    ],
    willingToRelocate: false,
  },
  {
    person: demoPeople.neha,
    until: 'OFFERED',
    motivation:
      'I did HR for a 70-person firm before I moved to sales. So I know who signs, and why they wait until March.',
    degree: 'MBA Human Resources',
    graduationYear: 2020,
    totalExperienceMonths: 44,
    noticePeriodDays: 30,
    languages: [
      { code: 'mr', level: 'NATIVE' },
      { code: 'en', level: 'C2' },
      { code: 'hi', level: 'C1' },
    ],
    willingToRelocate: true,
  },
  {
    person: demoPeople.sreeja,
    until: 'ACCEPTED',
    motivation:
      'my present company is closing its bengaluru office in january. i sold hospital software, average order 2 lakh, four to six weeks each. i want to stay in this city and in b2b',
    degree: 'B.Tech',
    graduationYear: 2022,
    totalExperienceMonths: 28,
    noticePeriodDays: 0,
    languages: [
      { code: 'ml', level: 'NATIVE' },
      { code: 'en', level: 'C1' },
      { code: 'ta', level: 'B2' },
    ],
    willingToRelocate: false,
  },
  {
    person: demoPeople.gurpreet,
    until: 'JOINED',
    motivation: 'I sold billing software for a year and a half and want larger firms.',
    degree: 'BBA',
    graduationYear: 2023,
    totalExperienceMonths: 19,
    noticePeriodDays: 30,
    languages: [
      { code: 'pa', level: 'NATIVE' },
      { code: 'en', level: 'C1' },
      { code: 'hi', level: 'C2' },
    ],
    willingToRelocate: true,
  },
] as const;

/** The interviews are held at this hour in India, one person after the other. */
export type Hire = (typeof hires)[number] & { hour: number };

/** What the interviewer wrote about the two stages. */
export const rounds: Record<'first' | 'second', Record<string, string>> = {
  first: {
    neha: 'Told the story of one small order well: who objected, what it cost, why they signed. Knows PF and ESI.',
    sreeja: 'Clear on the hospital deal, less so on why two others were lost. Good questions at the end.',
    gurpreet: 'Nervous for ten minutes, then very concrete. Could name every price.',
  },
  second: {
    neha: 'Listened for four minutes before the first offer, and named the price without being asked twice.',
    sreeja: 'Found the real decision maker. Talked a bit fast. I would hire her.',
    gurpreet: 'Solid discovery. Forgot to agree a next step, and said so himself.',
  },
};

/** Returns the details that a candidate submitted. */
export async function createHireDetails(db: Db, hire: (typeof hires)[number]) {
  const { degree, graduationYear, totalExperienceMonths, noticePeriodDays, willingToRelocate } = hire;
  const placeId = await requireBengaluruId(db);
  return {
    currentLocationId: placeId,
    preferredLocationIds: [placeId],
    highestQualification: degree.startsWith('MBA') ? ('MASTER' as const) : ('BACHELOR' as const),
    ...{ degree, graduationYear, totalExperienceMonths, noticePeriodDays, willingToRelocate },
    languages: [...hire.languages],
    shiftPreference: ['DAY' as const],
    hasLaptopAndInternet: true,
  };
}
