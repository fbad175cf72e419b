import { sql } from 'kysely';
import { notificationKinds } from '#lib/domain/hiring/applications/notification-kinds.ts';
import { messageKindLabels } from '#lib/domain/staff/message-log.ts';
import { formatRecipient } from '#lib/server/account/phone.ts';
import type { Db } from '#lib/server/db/index.ts';

const personOf = (column: string) =>
  sql.raw(`(select trim(first_name || ' ' || last_name) from app_user where id = ${column})`);

const rowsOf = (labels: Record<string, string>) =>
  sql.join(Object.entries(labels).map(([name, label]) => sql`(${name}, ${label})`));

/**
 * Returns the names of records and people by id. Ids are unique over all tables, so one map holds them all. A record of a person
 * has their name beside its number. Deleted ones are left out.
 */
export async function loadSubjectNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const list = sql.join(ids.map((id) => sql`${id}::uuid`));
  const { rows } = await sql<{ id: string; name: string }>`
    select id, concat_ws(', ', number, ${personOf('user_id')}) as name from job_application where id in (${list})
    union all select id, trim(first_name || ' ' || last_name) from app_user where id in (${list})
    union all select id, concat_ws(', ', reference, ${personOf('user_id')}) from enrolment where id in (${list})
    union all select id, concat_ws(', ', registration_number, ${personOf('user_id')}) from scholarship_registration where id in (${list})
    union all select id, concat_ws(', ', registration_number, ${personOf('user_id')}) from mastery_registration where id in (${list})
    union all select id, concat_ws(', ', reference, nullif(trim(first_name || ' ' || last_name), '')) from lead where id in (${list})
    union all select id, title from job where id in (${list})
    union all select id, short_uuid from certificate where id in (${list})
    union all select id, title from live_event where id in (${list})
    union all select id, number from event_registration where id in (${list})
    union all select id, title from training_batch where id in (${list})
    union all select id, name from message_template where id in (${list})
    union all select id, name from webhook where id in (${list})
    union all select text.id, kind.label from notification_text text
      join (values ${rowsOf(notificationKinds)}) as kind (action, label) using (action) where text.id in (${list})
    union all select id, name from lead_filter where id in (${list})
    union all select id, name from application_filter where id in (${list})
    union all select pass.id, concat_ws(', ', 'Interview pass', ${personOf('pass.user_id')}) from interview_pass pass where pass.id in (${list})
    union all select id, name from interviewer where id in (${list})
    union all select id, name from employer_contact where id in (${list})
    union all select message.id, concat_ws(', ', coalesce(message.subject, label, kind), recipient) from outbox message
      left join (values ${rowsOf(messageKindLabels)}) as labels (kind, label) using (kind) where message.id in (${list})
    union all select slot.id, concat_ws(', ', job.title, to_char(slot.starts_at at time zone slot.time_zone, 'FMDD Mon, HH24:MI'))
      from interview_slot slot left join job on job.id = slot.job_id where slot.id in (${list})
    union all select mock.id, concat_ws(', ', mock.role, ${personOf('mock.user_id')}) from mock_interview mock where mock.id in (${list})
    union all select review.id, application.number from employer_review review
      join job_application application on application.id = review.application_id where review.id in (${list})
    union all select id, person_name from employer_link where id in (${list})
    union all select import.id, 'Spend of ' || to_char(min(day), 'FMDD Mon YYYY') || ' to ' || to_char(max(day), 'FMDD Mon YYYY')
      from spend_import import join spend_entry on import_id = import.id where import.id in (${list}) group by import.id
    union all select id, name from employer where id in (${list})
    union all select id, city from job_location where id in (${list})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name.replace(/\+\d{8,15}$/, formatRecipient)]));
}
