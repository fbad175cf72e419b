import { partition } from 'es-toolkit/array';
import {
  type ApplicationStatus,
  applicationStatusLabels,
  isFinal,
} from '#lib/domain/hiring/applications/application-status.ts';
import type { Attendance } from '#lib/domain/hiring/appointments/attendance.ts';
import { type TrainingStatus, trainingStatusLabels } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { formatPersonName } from '../../person-names.ts';

/** A person in a training batch. */
export interface RosterEntry {
  applicationId: string;
  number: string;
  name: string;
  /** E.164. */
  phone: string;
  email: string;
  status: Exclude<TrainingStatus, 'NOT_REQUIRED'>;
  applicationStatus: ApplicationStatus;
  /** False for somebody who attended here and has left the batch, for example after a missed training. */
  hasSeat: boolean;
  attendance: Attendance;
}

/**
 * Returns how far somebody has come in a batch. A training whose application ended keeps its last status, so the list says how
 * the application ended.
 */
export function formatTrainingState({ hasSeat, status, applicationStatus }: RosterEntry): string {
  if (!hasSeat) return 'Left this batch';
  const isOpen = status === 'SCHEDULED' || status === 'IN_PROGRESS';
  return isOpen && isFinal(applicationStatus)
    ? `Ended: ${applicationStatusLabels[applicationStatus]}`
    : trainingStatusLabels[status];
}

/** Lists everybody who has a seat in a batch or has attended it, by name, those who have left the training last. [API-42] */
export async function listRoster(db: Db, batchId: string): Promise<RosterEntry[]> {
  const attendance = await loadAttendance(db, batchId);
  const rows = await db
    .selectFrom('training')
    .innerJoin('jobApplication as application', 'application.id', 'training.applicationId')
    .innerJoin('appUser as person', 'person.id', 'application.userId')
    .select(['training.id', 'training.status', 'training.batchId'])
    .select([
      'application.id as applicationId',
      'application.number',
      'application.status as applicationStatus',
    ])
    .select(['person.firstName', 'person.lastName', 'person.phoneE164 as phone', 'person.email'])
    .where((where) =>
      where.or([
        where('training.batchId', '=', batchId),
        ...(attendance.size ? [where('training.id', 'in', [...attendance.keys()])] : []),
      ]),
    )
    .orderBy('person.firstName')
    .orderBy('person.lastName')
    .orderBy('application.id')
    .execute();
  const roster = rows.map(({ id, firstName, lastName, batchId: current, ...row }) => ({
    ...row,
    name: formatPersonName({ firstName, lastName }),
    hasSeat: current === batchId,
    attendance: attendance.get(id) ?? {},
  }));
  const [expected, gone] = partition(roster, isExpected);
  return [...expected, ...gone];
}

/** Returns whether somebody is expected on the days of the batch. The others keep their attendance. */
export const isExpected = ({ hasSeat, applicationStatus }: RosterEntry): boolean =>
  hasSeat && !isFinal(applicationStatus);

/** Loads the marks of a batch by training. */
async function loadAttendance(db: Db, batchId: string): Promise<Map<string, Attendance>> {
  const rows = await db
    .selectFrom('trainingAttendance')
    .select(['trainingId', 'day', 'status'])
    .where('batchId', '=', batchId)
    .orderBy('day')
    .execute();
  const byTraining = Map.groupBy(rows, ({ trainingId }) => trainingId);
  return new Map(
    [...byTraining].map(([id, marks]) => [
      id,
      Object.fromEntries(marks.map(({ day, status }) => [day, status])),
    ]),
  );
}
