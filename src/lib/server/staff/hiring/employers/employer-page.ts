import * as z from 'zod/mini';
import { staffPaging } from '#lib/contract/staff/list.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { FormErrors } from '#lib/server/http/page-form.ts';
import { listRecordHistory } from '../../audit-log/list-audit.ts';
import { loadListPage } from '../../list-page.ts';
import { listLongUndos } from '../../undo/list-long-undos.ts';
import { loadEmployerWork } from './employer-work.ts';
import {
  findEmployerByName,
  listContactPage,
  listStaffEmployers,
  requireStaffEmployer,
} from './find-employers.ts';

const contactsQuery = z.object(staffPaging);

/** Loads what the page of an employer shows. Throws NOT_FOUND. */
export async function loadEmployerPage(db: Db, url: URL, staffId: string, id: string) {
  const employer = await requireStaffEmployer(db, id);
  const contacts = await loadListPage(url, contactsQuery, (query) => listContactPage(db, employer.id, query));
  return {
    employer,
    contacts: contacts.results,
    contactPager: contacts.pager,
    work: await loadEmployerWork(db, employer.id),
    history: await listRecordHistory(db, employer.id),
    undos: await listLongUndos(db, staffId, employer.id),
  };
}

/** Finds the employer whose name a rejected form has entered; null after any other error. */
export async function findNameOwner(
  db: Db,
  { errors, values }: { errors: FormErrors | null; values: Record<string, string> },
): Promise<{ id: string; name: string } | null> {
  return errors?.errorCode === 'ALREADY_EXISTS' ? findEmployerByName(db, values.name ?? '') : null;
}

/** Finds employers that may be the same as one, by words: those that were searched for, or the first word of its name. */
export async function findMergeCandidates(
  db: Db,
  { id, name }: { id: string; name: string },
  search: string,
): Promise<{ id: string; name: string; openJobs: number }[]> {
  const words = search.trim() || (name.split(/\s+/)[0] ?? '');
  const found = await listStaffEmployers(db, { limit: 20, search: words });
  return found.results.filter((one) => one.id !== id);
}
