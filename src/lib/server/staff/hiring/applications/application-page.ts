import { notePurposes } from '#lib/domain/staff/message-templates.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { listApplicationMessages } from '../../messages/message-log.ts';
import { listTemplates } from '../../messages/message-templates.ts';
import { withTemplate } from '../../messages/use-template.ts';
import { listInterviewerNames } from '../appointments/interviewers.ts';
import { loadScorecardPage } from '../appointments/scorecard-form.ts';
import { listEmployerReviews } from '../employer-links/find-employer-links.ts';
import { findPlacement } from '../placements/find-placements.ts';
import { requireStaffApplication } from './find-applications.ts';
import { listNewOwners } from './queue-options.ts';

/** Loads what the staff's page of an application shows. Throws NOT_FOUND. [API-42] */
export async function loadApplicationPage(
  { db, config }: { db: Db; config: Pick<Config, 'whatsapp'> },
  id: string,
  readerId: string,
  values: Record<string, string>,
) {
  const application = await requireStaffApplication(db, id);
  return {
    application,
    placement: await findPlacement(db, id),
    reviews: await listEmployerReviews(db, id),
    scorecards: await loadScorecardPage(db, id),
    messages: await listApplicationMessages(db, application, config.whatsapp !== null),
    owners: await listNewOwners(db, readerId),
    /** What the forms offer. */
    choices: {
      templates: await listTemplates(db, notePurposes),
      interviewers: application.bookableStageKey ? await listInterviewerNames(db) : [],
    },
    /** The text of the form that was posted. */
    values: await withTemplate(db, values, 'publicNote'),
  };
}
