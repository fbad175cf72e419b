import type { RegistrationStatus } from '#lib/domain/hiring/registration/registration-flow.ts';
import type { TransitionNotes, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import { notify } from '../notify-candidate.ts';

const news: Partial<Record<RegistrationStatus, { subject: string; text: string }>> = {
  DETAILS_SUBMITTED: {
    subject: 'We have your details',
    text: 'Your candidate details are submitted. You can apply for jobs with them now.',
  },
  VERIFIED: { subject: 'Your details are verified', text: 'Your candidate details are verified.' },
  NEEDS_CORRECTION: {
    subject: 'Please correct your details',
    text: 'Something in your candidate details needs to be corrected.',
  },
};

/** Tells the candidate where their registration stands now. */
export async function tellRegistration(
  work: UnitOfWork,
  userId: string,
  eventId: string,
  status: RegistrationStatus,
  { publicNote = null }: TransitionNotes,
): Promise<void> {
  const told = news[status];
  if (!told) return;
  const person = await work.trx
    .selectFrom('appUser')
    .select(['email', 'phoneE164'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await notify(work, person, {
    ...told,
    note: publicNote,
    link: { label: 'See your details', path: '/moonshot/registration/' },
    dedupeKey: `registration:${eventId}`,
  });
}
