import { formatShortId } from '#lib/domain/certificates/short-id.ts';
import { selectCertificates } from '#lib/server/certificates/certificate-rows.ts';
import { certificateCondition, presentCard } from '../certificates/find-certificates.ts';
import { joinFacts, type SearchSource } from './search-source.ts';

/** Certificates by their 12 characters or the holder's name, the newest first. [API-52] */
export const foundCertificates: SearchSource = {
  kind: 'CERTIFICATE',
  find: async (db, { text }, limit) => {
    const rows = await selectCertificates(db)
      .where(certificateCondition(text))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(presentCard).map(({ id, holderName, title, shortUuid, statusLabel }) => ({
      ...{ id, title: holderName, href: `/staff/certificates/${id}/` },
      text: joinFacts(title, formatShortId(shortUuid), statusLabel),
    }));
  },
};
