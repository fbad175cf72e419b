import { v7 as uuidv7 } from 'uuid';
import { findCountry } from '#lib/domain/core/countries.ts';
import { slugOf } from '#lib/domain/hiring/jobs/job-text-format.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';

/** Employers and places, for jobs to name. */

/** @throws HttpError ALREADY_EXISTS */
export async function createEmployer(
  db: Db,
  staffId: string,
  { name, website, about }: { name: string; website: string | null; about: string },
) {
  const row = { id: uuidv7(), slug: slugOf(name), name };
  if (!row.slug)
    throw new HttpError('VALIDATION_FAILED', { message: 'Please use Latin letters', fields: ['name'] });
  await insertNew(
    () =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('employer')
          .values({ ...row, logo: null, website, about })
          .execute();
        await recordStaffAudit(trx, staffId, 'employer.CREATE', row.id, { name });
      }),
    'An employer of this name is there already',
    'name',
  );
  return row;
}

/** @throws HttpError ALREADY_EXISTS, COUNTRY_NOT_SUPPORTED */
export async function createLocation(
  db: Db,
  staffId: string,
  place: { city: string; region: string; countryIsoCode: string },
) {
  const country = findCountry(place.countryIsoCode);
  if (!country) throw new HttpError('COUNTRY_NOT_SUPPORTED', { fields: ['countryIsoCode'] });
  const id = uuidv7();
  await insertNew(
    () =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('jobLocation')
          .values({ ...place, id, timeZone: country.timeZone })
          .execute();
        await recordStaffAudit(trx, staffId, 'location.CREATE', id, { city: place.city });
      }),
    'This place is there already',
    'city',
  );
  return { id, city: place.city, region: place.region };
}

async function insertNew(insert: () => Promise<void>, message: string, field: string): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new HttpError('ALREADY_EXISTS', { message, fields: [field] });
  }
}
