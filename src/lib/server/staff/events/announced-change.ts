import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import type { EventNotice } from '#lib/domain/events/event-notifications.ts';
import type { RegistrationStatus } from '#lib/domain/events/registration-flow.ts';
import {
  type EventRegistrationRow,
  type LiveEventRow,
  selectEvents,
  selectRegistrations,
} from '#lib/server/events/event-rows.ts';
import { notifyRegistrant } from '#lib/server/events/notify-registrant.ts';
import { observeMessages } from '#lib/server/messages/cancel-queued.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { previewChange } from '../previews/collect-messages.ts';
import { presentMessagePreview } from '../previews/present-preview.ts';
import { requireConfirmed } from '../previews/run-confirmed.ts';
import { runStaffAction, type StaffActionDeps } from '../undo/run-staff-action.ts';

interface ChangeOptions {
  staffId: string;
  /** The name of the audit event. */
  name: string;
  isPreview: boolean;
  /** The preview that was confirmed. */
  fingerprint: string | undefined;
}

/**
 * Makes a change of an event and returns whom it informs, or with `isPreview` whom it would inform. Throws `STALE_WRITE` where
 * it would inform others than the preview has shown.
 */
export async function makeAnnouncedChange(
  deps: StaffActionDeps,
  { staffId, name, isPreview, fingerprint }: ChangeOptions,
  change: (work: UnitOfWork) => Promise<void>,
): Promise<MessagePreview> {
  if (isPreview) {
    const { messages } = await previewChange(deps, change);
    return presentMessagePreview(deps.db, messages);
  }
  const queued = await runStaffAction(deps, staffId, name, async (work) => {
    const messages: QueuedMessage[] = [];
    await change({ ...work, messages: observeMessages(work.messages, (message) => messages.push(message)) });
    requireConfirmed(messages, fingerprint);
    return messages;
  });
  return presentMessagePreview(deps.db, queued);
}

interface Announcement {
  /** The notice of a person, or null for nobody’s news. */
  noticeOf: (registration: EventRegistrationRow) => EventNotice | null;
  previousTitle?: string | null;
  /** Who is informed. */
  statuses: readonly RegistrationStatus[];
  publicNote?: string | null;
  /** Identifies the change, so that each person hears of it once. */
  key: string;
}

/** Informs everybody whose registration has one of the statuses, in the order in which budgets are counted. */
export async function informRegistrants(
  work: UnitOfWork,
  event: LiveEventRow,
  { noticeOf, statuses, previousTitle = null, publicNote = null, key }: Announcement,
): Promise<void> {
  const replacedBy = event.replacedById
    ? ((await selectEvents(work.trx).where('id', '=', event.replacedById).executeTakeFirst()) ?? null)
    : null;
  const registrations = await selectRegistrations(work.trx)
    .where('eventId', '=', event.id)
    .where('status', 'in', statuses)
    .orderBy('userId')
    .execute();
  for (const registration of registrations) {
    const notice = noticeOf(registration);
    if (notice)
      await notifyRegistrant(work, {
        ...{ event, registration, notice, publicNote, replacedBy, previousTitle },
        key: `${key}:${registration.id}`,
      });
  }
}
