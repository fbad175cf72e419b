import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import { seedAppointments } from './appointments.ts';
import { seedCandidate } from './candidate.ts';
import { seedCertificates } from './certificates/index.ts';
import { seedEmployerLink } from './employer-link.ts';
import { seedEmployerPages } from './employers.ts';
import { seedScholarships } from './enrolment/scholarships.ts';
import { seedEnrolments } from './enrolments.ts';
import { seedEvents } from './events/index.ts';
import { seedHires } from './hires.ts';
import { seedJobs } from './jobs.ts';
import { seedLeads } from './leads/index.ts';
import { seedMockInterviews } from './mock-interviews.ts';
import { seedPastHiring } from './past-hiring.ts';
import { demoPeople, seedPerson } from './person.ts';
import { seedPortfolios } from './portfolios.ts';
import { seedReports } from './reports/index.ts';
import { seedRunningBatch } from './running-batch.ts';
import { seedSentMessages } from './sent-messages.ts';
import { seedStaff } from './staff.ts';

export { seedManyApplications } from './many-applications.ts';
export { demoPhone } from './person.ts';

/** Returns whether the database has neither users nor jobs. */
export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst();
  const job = await db.selectFrom('job').select('id').limit(1).executeTakeFirst();
  return !user && !job;
}

/**
 * Adds the missing demo data: two people with portfolios, jobs, appointments, applications, an employer’s link, hires,
 * mock interviews, applications that have ended, enrolments, events, leads, and what reports count.
 */
export async function seedDemo(db: Db, mediaStore: MediaStore): Promise<void> {
  try {
    const full = await seedPerson(db, demoPeople.asha);
    const empty = await seedPerson(db, demoPeople.rohan);
    await seedJobs(db);
    await seedPortfolios(db, mediaStore, { full, empty });
    await seedAppointments(db);
    await seedCandidate(db);
    await seedSentMessages(db);
    await seedRunningBatch(db);
    await seedEnrolments(db);
    await seedScholarships(db);
    await seedStaff(db);
    await seedEmployerPages(db, mediaStore);
    await seedEmployerLink(db);
    await seedHires(db);
    await seedPastHiring(db);
    await seedMockInterviews(db);
    await seedEvents(db);
    await seedCertificates(db);
    await seedLeads(db);
    await seedReports(db);
  } catch (error) {
    // Another process that started at the same time has inserted these rows.
    if (!isUniqueViolation(error)) throw error;
  }
}
