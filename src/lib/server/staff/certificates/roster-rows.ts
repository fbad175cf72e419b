import { validate as isUuid } from 'uuid';
import * as z from 'zod/mini';
import {
  holderName as printedName,
  type RosterInput,
} from '#lib/contract/staff/certificates/certificate-schemas.ts';
import type { RosterSource } from '#lib/contract/staff/certificates/certificates.ts';
import { findBatch } from '#lib/server/catalog/content/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import { formatPersonName } from '../person-names.ts';
import { toIssueInput } from './issue-input.ts';
import type { ParsedRow } from './parse-row.ts';

/**
 * Returns a row for everybody on a roster: of an event those who attended, of a batch those who completed it. A name that documents
 * cannot print is a problem of its row. Null for an unknown roster. [API-52]
 */
export async function listRosterRows(
  db: Db,
  source: RosterSource,
  sourceId: string,
  values: RosterInput,
): Promise<ParsedRow[] | null> {
  const people = await listPeople[source](db, sourceId);
  return (
    people?.map(({ id, firstName, lastName, phoneE164 }, index) => {
      const holderName = formatPersonName({ firstName, lastName });
      const holder = { holderName, email: null, phone: phoneE164 };
      const row = { line: index + 1, label: `${holderName}, ${values.title}` };
      const name = z.safeParse(printedName, holderName);
      if (!name.success)
        return {
          ...{ ...row, input: null },
          problems: name.error.issues.map(({ message }) => ({ column: 'name', message })),
        };
      return {
        ...{ ...row, problems: [] },
        input: {
          ...toIssueInput({ ...values, ...holder }, source === 'EVENT' ? 'EVENT' : 'BATCH', id),
          ...(source === 'EVENT' && { eventId: sourceId }),
        },
      };
    }) ?? null
  );
}

const columns = ['person.id', 'person.firstName', 'person.lastName', 'person.phoneE164'] as const;

async function listAttendees(db: Db, eventId: string) {
  if (!isUuid(eventId)) return null;
  const event = await db.selectFrom('liveEvent').select('id').where('id', '=', eventId).executeTakeFirst();
  if (!event) return null;
  return db
    .selectFrom('eventRegistration')
    .innerJoin('appUser as person', 'person.id', 'eventRegistration.userId')
    .select(columns)
    .where('eventId', '=', eventId)
    .where('status', '=', 'ATTENDED')
    .orderBy('eventRegistration.id')
    .execute();
}

/** Lists those who completed a batch of a programme. */
async function listLearners(db: Db, batchId: string) {
  if (!findBatch(batchId)) return null;
  return db
    .selectFrom('enrolment')
    .innerJoin('appUser as person', 'person.id', 'enrolment.userId')
    .select(columns)
    .where('batchId', '=', batchId)
    .where('status', '=', 'COMPLETED')
    .orderBy('enrolment.id')
    .execute();
}

async function listTrained(db: Db, batchId: string) {
  if (!isUuid(batchId)) return null;
  const batch = await db
    .selectFrom('trainingBatch')
    .select('id')
    .where('id', '=', batchId)
    .executeTakeFirst();
  if (!batch) return null;
  return db
    .selectFrom('training')
    .innerJoin('jobApplication as application', 'application.id', 'training.applicationId')
    .innerJoin('appUser as person', 'person.id', 'application.userId')
    .select(columns)
    .where('training.batchId', '=', batchId)
    .where('training.status', '=', 'COMPLETED')
    .orderBy('training.id')
    .execute();
}

const listPeople = { EVENT: listAttendees, PROGRAM: listLearners, BATCH: listTrained };
