import { validate as isUuid } from 'uuid';
import type { StaffApplication, StaffApplicationCard } from '#lib/contract/staff/applications.ts';
import type { BoardFilters, QueueQuery } from '#lib/contract/staff/hiring/application-filters.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { timelineOf } from '#lib/domain/hiring/applications/application-text.ts';
import { reasonText } from '#lib/domain/hiring/applications/history-text.ts';
import { placesText } from '#lib/domain/hiring/jobs/job-text.ts';
import { queueStatuses } from '#lib/domain/staff/staff-actions.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  type ApplicationAggregate,
  createApplicationNotFoundError,
  currentTraining,
  type EventRow,
  loadApplications,
} from '#lib/server/hiring/application-aggregate.ts';
import { listAllowedActions } from '#lib/server/hiring/applications/allowed-actions.ts';
import { getLocation } from '#lib/server/hiring/applications/application-location.ts';
import { getAnswers, getEligibility } from '#lib/server/hiring/applications/candidate-snapshot.ts';
import { findAttachedSlug } from '#lib/server/hiring/applications/portfolio-attachment.ts';
import { presentEventFields, presentSnapshot } from '#lib/server/hiring/applications/present-application.ts';
import { presentBatch } from '#lib/server/hiring/appointments/present-appointments.ts';
import { applyDueToSubmitted } from '#lib/server/hiring/due-transitions.ts';
import { presentResume } from '#lib/server/media/present-media.ts';
import type { ListPage } from '../../list-page.ts';
import { loadPersonNames } from '../../person-names.ts';
import { findBookableStage, findMeetingDefaults, listOpenSlots } from '../appointments/interview-choices.ts';
import { findOfferAction, presentStaffOffer } from '../offers/present-staff-offer.ts';
import { listOwnerChanges } from './assign-applications.ts';
import { presentApplicationCards } from './present-application-card.ts';
import { conditionsOf, countQueue } from './queue-filters.ts';
import { databaseNowText, listQueueIds } from './queue-query.ts';

/** Lists a page of the queue, by default applications with a late reply first. [API-42] */
export async function listApplications(db: Db, query: QueueQuery): Promise<ListPage<StaffApplicationCard>> {
  await applyDueToSubmitted(db);
  const where = await conditionsOf(db, query);
  const [counts, { ids, after }] = await Promise.all([
    countQueue(db, query, where),
    listQueueIds(db, query, { where }),
  ]);
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const { readable, unreadable } = separateUnreadable(
    await loadApplications(db, ids, null, 'list'),
    describe,
  );
  return { count, results: await presentApplicationCards(db, readable), unreadable, after };
}

/** A column shows this many cards and links to the table for the rest. */
const cardsPerColumn = 12;

/** Loads the board: the first cards of each status, and how many applications there are. [API-42] */
export async function loadBoard(db: Db, filters: BoardFilters) {
  await applyDueToSubmitted(db);
  const [now, where] = await Promise.all([databaseNowText(db), conditionsOf(db, filters)]);
  const [counts, ...pages] = await Promise.all([
    countQueue(db, filters, where),
    ...queueStatuses.map((status) =>
      listQueueIds(db, { ...filters, status, limit: cardsPerColumn }, { now, where }),
    ),
  ]);
  const ids = pages.flatMap((page) => page.ids);
  const { readable, unreadable } = separateUnreadable(
    await loadApplications(db, ids, null, 'list'),
    describe,
  );
  const cards = await presentApplicationCards(db, readable);
  const columns = queueStatuses.map((status) => ({
    status,
    label: applicationStatusLabels[status],
    count: counts.get(status) ?? 0,
    results: cards.filter((card) => card.status === status),
  }));
  return { columns, ...(unreadable.length && { unreadable }) };
}

const describe = ({ application: { id, number } }: ApplicationAggregate) => ({ id, reference: number });

/** Loads an application with all that decides about it. Throws NOT_FOUND. */
export async function requireApplication(db: Db, id: string): Promise<ApplicationAggregate> {
  if (isUuid(id)) await applyDueToSubmitted(db, { applicationId: id });
  const [aggregate] = isUuid(id) ? await loadApplications(db, [id], null) : [];
  if (!aggregate) throw createApplicationNotFoundError();
  return aggregate;
}

/** Loads an application as its staff page shows it. Throws NOT_FOUND. [API-42] */
export async function requireStaffApplication(db: Db, id: string): Promise<StaffApplication> {
  const aggregate = await requireApplication(db, id);
  const { application: row, job, history } = aggregate;
  // Staff do not see the answers and files of a draft.
  const isSubmitted = row.candidateSnapshot !== null;
  const notes = await db
    .selectFrom('applicationNote')
    .selectAll()
    .where('applicationId', '=', id)
    .orderBy('at', 'desc')
    .execute();
  const names = await loadPersonNames(db, [
    ...history.flatMap(({ actorId }) => actorId ?? []),
    ...notes.map(({ authorId }) => authorId),
    ...aggregate.offers.map(({ createdById }) => createdById),
  ]);
  const stageKey = findBookableStage(aggregate);
  const [card] = await presentApplicationCards(db, [aggregate]);
  if (!card) throw createApplicationNotFoundError();
  return {
    ...card,
    startedAt: row.startedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    snapshot: presentSnapshot(row.candidateSnapshot),
    answers: isSubmitted ? getAnswers(aggregate) : [],
    resume: isSubmitted ? presentResume(aggregate.resume) : null,
    portfolioSlug: isSubmitted ? await findAttachedSlug(db, row) : null,
    coverNote: isSubmitted ? row.coverNote : null,
    eligibility: getEligibility(aggregate),
    offers: aggregate.offers.toReversed().map((offer) => presentStaffOffer(offer, names)),
    location: isSubmitted ? aggregate.chosenLocation : null,
    jobLocations: job.locations,
    workPlace: {
      location: getLocation(aggregate).location?.city ?? placesText(job.locations),
      workMode: job.workMode,
      pay: job.salaryPeriod === 'YEAR' ? { min: job.salaryMin, max: job.salaryMax } : null,
    },
    withdrawAction: findWithdrawAction(aggregate),
    offerAction: findOfferAction(aggregate),
    timeline: timelineOf(job.stages, row.stageKey, row.status),
    history: history.map((event) => presentEvent(event, names)),
    ownerChanges: await listOwnerChanges(db, id),
    notes: notes.map(({ id, at, authorId, text }) => ({
      id,
      at: at.toISOString(),
      authorName: names.get(authorId) ?? null,
      text,
    })),
    openSlots: stageKey ? await listOpenSlots(db, job.id, stageKey) : [],
    meeting: stageKey ? await findMeetingDefaults(db, aggregate, stageKey) : null,
    bookableStageKey: stageKey,
    openBatches:
      currentTraining(aggregate)?.status === 'TO_SET_UP' ? aggregate.openBatches.map(presentBatch) : [],
  };
}

/** Returns whether staff can withdraw the application for its candidate now. */
function findWithdrawAction(aggregate: ApplicationAggregate): StaffApplication['withdrawAction'] {
  const found = listAllowedActions(aggregate, 'STAFF').find(({ action }) => action === 'WITHDRAW');
  return found ?? { action: 'WITHDRAW', enabled: false, reason: null };
}

function presentEvent(
  event: EventRow,
  names: ReadonlyMap<string, string>,
): StaffApplication['history'][number] {
  return {
    ...presentEventFields(event),
    actorName: event.actorId ? (names.get(event.actorId) ?? null) : null,
    reason: reasonText(event),
    privateNote: event.privateNote,
  };
}
