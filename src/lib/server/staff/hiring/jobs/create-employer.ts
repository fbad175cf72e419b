import { v7 as uuidv7 } from 'uuid';
import { findCountry } from '#lib/domain/core/countries.ts';
import { slugOf } from '#lib/domain/hiring/jobs/job-text-format.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';

/** Creates the employers and places that jobs refer to. */

/** Creates an employer and returns its id, slug and name. Throws VALIDATION_FAILED or ALREADY_EXISTS. [API-41] */
export async function createEmployer(
  db: Db,
  staffId: string,
  { name, website, about }: { name: string; website: string | null; about: string },
) {
  const row = { id: uuidv7(), slug: slugOf(name), name };
  if (!row.slug)
    throw new HttpError('VALIDATION_FAILED', { message: 'Please use Latin letters', fields: ['name'] });
  await insertUnique(
    () =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('employer')
          .values({ ...row, logo: null, website, about })
          .execute();
        await recordStaffAudit(trx, staffId, 'employer.CREATE', row.id, { name });
      }),
    'An employer with this name already exists',
    'name',
  );
  return row;
}

/** Creates a place and returns its id, city and region. Throws COUNTRY_NOT_SUPPORTED or ALREADY_EXISTS. [API-44] */
export async function createLocation(
  db: Db,
  staffId: string,
  place: { city: string; region: string; countryIsoCode: string },
) {
  const country = findCountry(place.countryIsoCode);
  if (!country) throw new HttpError('COUNTRY_NOT_SUPPORTED', { fields: ['countryIsoCode'] });
  const id = uuidv7();
  await insertUnique(
    () =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('jobLocation')
          .values({ ...place, id, timeZone: country.timeZone })
          .execute();
        await recordStaffAudit(trx, staffId, 'location.CREATE', id, { city: place.city });
      }),
    'This place already exists',
    'city',
  );
  return { id, city: place.city, region: place.region };
}

async function insertUnique(insert: () => Promise<void>, message: string, field: string): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new HttpError('ALREADY_EXISTS', { message, fields: [field] });
  }
}
