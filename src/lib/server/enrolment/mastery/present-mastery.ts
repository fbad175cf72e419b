import type { Mastery } from '#lib/contract/enrolment/mastery/mastery.ts';
import { type ActorType, allowedActions } from '#lib/domain/core/state-machine.ts';
import {
  describeMasteryStep,
  masteryFlow,
  masteryGuardContext,
  masteryStatusLabels,
} from '#lib/domain/enrolment/mastery/mastery-flow.ts';
import { masteryPolicy } from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { MasteryAggregate } from './mastery-aggregate.ts';

/** Returns the page of a registration. */
export const masteryPath = (id: string): string => `/pm-mastery/${id}/`;

/** Returns a registration as its person sees it. Staff see other allowed actions. */
export function presentMastery(aggregate: MasteryAggregate, actor: ActorType = 'CANDIDATE'): Mastery {
  const { registration, session, now } = aggregate;
  const { id, registrationNumber, programSlug, status, timeZone } = registration;
  return {
    ...{ id, registrationNumber, programSlug, status, test: null, result: null },
    statusLabel: masteryStatusLabels[status],
    session: {
      ...{ id: session.id, timeZone, joinUrl: findJoinUrl(aggregate) },
      startsAt: session.startsAt.toISOString(),
      endsAt: session.endsAt.toISOString(),
    },
    icsUrl: status === 'CANCELLED' || hasSeatAhead(aggregate) ? `${masteryPath(id)}session.ics` : null,
    nextStep: masteryStepOf(aggregate),
    allowedActions: allowedActions(masteryFlow, actor, status, masteryGuardContext(session, now)),
  };
}

/** Whether the person has a seat in a session that has not ended, so that it belongs in a calendar. */
const hasSeatAhead = ({ registration, session, now }: MasteryAggregate): boolean =>
  registration.status === 'CONFIRMED' && now < session.endsAt;

function findJoinUrl({ registration, session, now }: MasteryAggregate): string | null {
  const opensAt = session.startsAt.getTime() - masteryPolicy.joinMinutes * 60_000;
  const isOpen = now.getTime() >= opensAt && now < session.endsAt;
  return registration.status === 'CONFIRMED' && isOpen ? masteryPolicy.joinUrl : null;
}

/** Returns the status in one or two sentences, in the person's time zone. */
export const masteryStepOf = ({ registration, session, person, now }: MasteryAggregate): string =>
  describeMasteryStep(registration.status, session, presentUser(person).timeZone, now);
