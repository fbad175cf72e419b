import type { TrainingStatus } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { formatPersonName } from '../../person-names.ts';

/** A person with a seat in a training batch. */
export interface RosterEntry {
  applicationId: string;
  number: string;
  name: string;
  /** E.164. */
  phone: string;
  status: Exclude<TrainingStatus, 'NOT_REQUIRED'>;
}

/** Lists everybody who has a seat in a batch, by name. [API-42] */
export async function listRoster(db: Db, batchId: string): Promise<RosterEntry[]> {
  const rows = await db
    .selectFrom('training')
    .innerJoin('jobApplication as application', 'application.id', 'training.applicationId')
    .innerJoin('appUser as person', 'person.id', 'application.userId')
    .select(['training.status', 'application.id as applicationId', 'application.number'])
    .select(['person.firstName', 'person.lastName', 'person.phoneE164 as phone'])
    .where('training.batchId', '=', batchId)
    .orderBy('person.firstName')
    .orderBy('person.lastName')
    .orderBy('application.id')
    .execute();
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: formatPersonName({ firstName, lastName }),
  }));
}
