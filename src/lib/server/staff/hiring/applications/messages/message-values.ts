import { fillFields, type MessageValues } from '#lib/domain/hiring/applications/message-fields.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { formatPersonName } from '#lib/server/staff/person-names.ts';

/** The person of an application, and the values of the fields of a message to them. */
export interface MessageRecipient {
  applicationId: string;
  person: UserRow;
  values: MessageValues;
}

/** Loads the recipients of a message in the order in which all transactions count them against their budgets. */
export async function loadMessageRecipients(db: Db, ids: readonly string[]): Promise<MessageRecipient[]> {
  if (!ids.length) return [];
  const rows = await db
    .selectFrom('jobApplication as application')
    .innerJoin('job', 'job.id', 'application.jobId')
    .innerJoin('employer', 'employer.id', 'job.employerId')
    .innerJoin('appUser as person', 'person.id', 'application.userId')
    .selectAll('person')
    .select(['application.id as applicationId', 'application.number', 'application.stageKey'])
    .select(['job.title', 'job.stages', 'employer.name as employerName'])
    .where('application.id', 'in', ids)
    .orderBy('person.id')
    .orderBy('application.id')
    .execute();
  return rows.map(({ applicationId, number, stageKey, title, stages, employerName, ...person }) => ({
    ...{ applicationId, person },
    values: {
      firstName: person.firstName,
      fullName: formatPersonName(person),
      jobTitle: title,
      employerName,
      stage: stages.find(({ key }) => key === stageKey)?.title ?? title,
      applicationNumber: number,
    },
  }));
}

/** Fills the fields of a text to the candidate of an application; a text without any costs no statement. */
export async function fillMessageFields<Text extends string | null | undefined>(
  db: Db,
  applicationId: string,
  text: Text,
): Promise<Text | string> {
  if (!text?.includes('{{')) return text;
  const [recipient] = await loadMessageRecipients(db, [applicationId]);
  return recipient ? fillFields(text, recipient.values) : text;
}
