import type { QueueFilters } from '#lib/contract/staff/hiring/application-filters.ts';
import type { Db } from '#lib/server/db/index.ts';
import { listCurrentOwners, listOwners } from '../../people/list-owners.ts';
import { listBatchNames } from '../appointments/find-appointments.ts';
import { listJobFilterNames, listJobOptions } from '../jobs/find-jobs.ts';

type Options = readonly (readonly [value: string, label: string])[];

/** What the filters of the queue offer. */
export interface QueueOptions {
  jobs: Options;
  batches: Options;
  employers: Options;
  cities: Options;
  /** Staff members, and former ones who still own an application. */
  owners: Options;
}

/** Loads the options of the queue's filters. */
export async function loadQueueOptions(db: Db, filters: QueueFilters): Promise<QueueOptions> {
  const [{ employers, locations }, jobs, batches, owners] = await Promise.all([
    listJobOptions(db),
    listJobFilterNames(db, 'applications', filters.jobId),
    listBatchNames(db, filters),
    listOwners(db),
  ]);
  return {
    jobs,
    batches,
    employers: employers.map(({ id, name }) => [id, name]),
    cities: locations.map(({ id, city, region }) => [id, `${city}, ${region}`]),
    owners: owners.map(({ id, name }) => [id, name]),
  };
}

/** Lists the people whom the reader can make responsible for an application, the reader first. */
export async function listNewOwners(db: Db, readerId: string): Promise<Options> {
  const others = (await listCurrentOwners(db)).filter(({ id }) => id !== readerId);
  return [[readerId, 'Me'], ...others.map(({ id, name }) => [id, name] as const), [noOwner, 'Nobody']];
}

/** The value of a field for an application that nobody is responsible for. */
export const noOwner = 'none';
