import { v7 as uuidv7 } from 'uuid';
import { findCountry } from '#lib/domain/core/countries.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';

/** Creates a place and returns its id, city and region. Throws COUNTRY_NOT_SUPPORTED or ALREADY_EXISTS. [API-44] */
export async function createLocation(
  db: Db,
  staffId: string,
  place: { city: string; region: string; countryIsoCode: string },
) {
  const country = findCountry(place.countryIsoCode);
  if (!country) throw new HttpError('COUNTRY_NOT_SUPPORTED', { fields: ['countryIsoCode'] });
  const id = uuidv7();
  try {
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('jobLocation')
        .values({ ...place, id, timeZone: country.timeZone })
        .execute();
      await recordStaffAudit(trx, staffId, 'location.CREATE', id, { city: place.city });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new HttpError('ALREADY_EXISTS', { message: 'This place already exists', fields: ['city'] });
  }
  return { id, city: place.city, region: place.region };
}
