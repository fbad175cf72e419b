import type { SlotDay } from '#lib/contract/hiring/appointments.ts';
import type { Expert } from '#lib/contract/hiring/mock-interviews/mock-interview-schemas.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { listUnpaidDays } from '#lib/domain/hiring/mock-interviews/interview-pass.ts';
import type { User } from '#lib/server/account/present-user.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findAttachableSlug } from '../applications/portfolio-attachment.ts';
import { findOpenBooking } from './book-mock-interview.ts';
import { findExpert, getMockInterviewProgram, listExpertDays, presentExpertOf } from './experts.ts';
import { findOwnPasses, type OwnPasses } from './passes/find-pass.ts';

/** What a person may send along with a booking. */
export interface OwnPapers {
  /** The file of the candidate's details. */
  resume: { mediaId: string; name: string } | null;
  portfolioSlug: string | null;
}

export interface BookingPage {
  expert: Expert;
  days: SlotDay[];
  /** The reader's zone. */
  timeZone: string;
  papers: OwnPapers;
  passes: OwnPasses;
  /** The fee of the programme. */
  fee: { amount: number; currency: string };
  /** The booking that the person has already. */
  openBookingId: string | null;
}

/** Loads the page on which a mock interview is booked; null for a coach who is no expert. */
export async function loadBookingPage(
  db: Db,
  coachSlug: string,
  user: User | null,
): Promise<BookingPage | null> {
  const expert = await findExpert(db, coachSlug);
  if (!expert) return null;
  const timeZone = user?.timeZone ?? defaultTimeZone;
  const open = user && (await findOpenBooking(db, user.id, getMockInterviewProgram().slug));
  const passes = user ? await findOwnPasses(db, user.id) : { paidLeft: 0, canBookUnpaid: true };
  const days = await listExpertDays(db, expert.id, timeZone);
  return {
    expert: presentExpertOf(expert),
    days: passes.paidLeft > 0 ? days : listUnpaidDays(days, await databaseNow(db)),
    timeZone,
    papers: user?.isPhoneVerified ? await findOwnPapers(db, user.id) : { resume: null, portfolioSlug: null },
    passes,
    fee: getMockInterviewProgram().fee,
    openBookingId: open?.id ?? null,
  };
}

async function findOwnPapers(db: Db, userId: string): Promise<OwnPapers> {
  const resume = await db
    .selectFrom('candidateRegistration as registration')
    .innerJoin('media', 'media.id', 'registration.resumeMediaId')
    .select(['media.id as mediaId', 'media.name'])
    .where('registration.userId', '=', userId)
    .executeTakeFirst();
  return { resume: resume ?? null, portfolioSlug: await findAttachableSlug(db, userId) };
}
