import { expectOk } from '../../../support/hiring/candidates.ts';
import type { Random } from '../../../support/random.ts';
import { CutOff, type KilledSite } from './killed-site.ts';
import { PersistentVisitor } from './persistent-visitor.ts';

/** What staff do with an application, and the status that it leads to. */
const moves = {
  SHORTLIST: 'SHORTLISTED',
  REJECT: 'NOT_SELECTED',
} as const;

/** An application as staff have left it. */
export interface Decision {
  applicationId: string;
  status: (typeof moves)[keyof typeof moves] | 'SUBMITTED';
}

const path = '/api/v1/staff/';

/** Returns a member of staff who shortlists or rejects applications one by one, and undoes half of it. */
export function createStaffMember(site: KilledSite, n: number, token: string, random: Random) {
  const visitor = new PersistentVisitor(site, n, new Map([['sid', token]]));

  const readStatus = async (id: string): Promise<Decision['status']> =>
    (await expectOk(visitor.call(`GET ${path}job-applications/${id}/`))).body.status;

  const move = async (id: string, action: keyof typeof moves) => {
    const { body } = await expectOk(
      visitor.call(`POST ${path}job-applications/move/`, {
        ...{ application_ids: [id], action, reason_code: 'OTHER' },
      }),
    );
    // Where the first answer was cut off, the application has moved already.
    if (!body.results[0].ok && (await readStatus(id)) !== moves[action])
      throw new Error(`${action}: ${JSON.stringify(body.results[0])}`);
  };

  /** Undoes the last change, unless its ten seconds have passed while the server was away. */
  const undo = async (id: string) => {
    const { action } = (await expectOk(visitor.call(`GET ${path}actions/undoable/`))).body;
    if (!action) return;
    try {
      const answer = await visitor.fork().call(`POST ${path}actions/${action.id}/undo/`, {});
      const isLate = answer.body.error_code === 'UNDO_EXPIRED';
      if (answer.status === 200 && (await readStatus(id)) !== 'SUBMITTED')
        throw new Error(`an undo of ${id} was acknowledged and is lost`);
      if (answer.status !== 200 && !isLate && answer.status !== 503)
        throw new Error(`undo: ${answer.status} ${JSON.stringify(answer.body)}`);
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
    }
  };

  return async (applicationId: string): Promise<Decision> => {
    await move(applicationId, random.pick(['SHORTLIST', 'REJECT']));
    if (random.below(2) === 0) await undo(applicationId);
    return { applicationId, status: await readStatus(applicationId) };
  };
}
