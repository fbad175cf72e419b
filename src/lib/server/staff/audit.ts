import { recordAudit } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';

/** Records a change by a member of staff; the subject's type is the first part of the action (`job.CREATE`). */
export const recordStaffAudit = (
  trx: Db,
  actorId: string,
  action: string,
  subjectId: string,
  details: Record<string, unknown> = {},
) => recordAudit(trx, { actorId, action, subjectType: action.split('.')[0] ?? '', subjectId, details });
