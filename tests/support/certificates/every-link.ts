import {
  describeCertificatePreview,
  respondWithCertificatePdf,
} from '#lib/server/certificates/certificate-files.ts';
import { loadCertificatePage } from '#lib/server/certificates/certificate-page.ts';
import { checkCertificateFile } from '#lib/server/certificates/credentials/check/check-certificate-file.ts';
import { checkCertificateId } from '#lib/server/certificates/credentials/check/check-certificate-id.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import {
  respondWithIssuerProfile,
  respondWithStatusList,
} from '#lib/server/certificates/credentials/respond.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

export interface LinkDeps {
  db: Db;
  config: Config;
}

const address = '203.0.113.1';

/** Returns the outcome of the check of a file. */
export const checkFile = async (deps: LinkDeps, file: string | Buffer): Promise<string> =>
  (await checkCertificateFile(deps, Buffer.from(file))).outcome;

/** Returns the credential of a certificate as it is served; undefined where it has none. */
export const loadCredential = async (deps: LinkDeps, shortUuid: string): Promise<string | undefined> =>
  (await findSignedCertificate(deps, shortUuid))?.credential;

/** Returns what each address of a certificate answers: its page, document, picture and credential, and the check of its id and link. */
export async function openEveryLink(deps: LinkDeps, shortUuid: string) {
  const page = await loadCertificatePage(deps, shortUuid, address);
  const pdf = await respondWithCertificatePdf(deps, shortUuid, address);
  const picture = await describeCertificatePreview(deps, `${shortUuid}-1-issued`, address);
  const credential = await loadCredential(deps, shortUuid);
  const check = async (id: string) => {
    const { status, finding } = await checkCertificateId(deps, new URLSearchParams({ id }), address);
    return `${status} ${finding?.outcome}`;
  };
  return {
    page: page instanceof HttpError ? page.status : { ...page, cache: page.cache.tags },
    // Its bytes name the time at which it was drawn.
    pdf: pdf.ok ? await checkFile(deps, Buffer.from(await pdf.arrayBuffer())) : pdf.status,
    picture: picture instanceof Response ? picture.status : picture.words,
    credential,
    checks: [
      await check(shortUuid),
      await check(`${deps.config.siteOrigin}/certificates/${shortUuid}/`),
      credential && (await checkFile(deps, credential)),
    ],
  };
}

/** Returns what verifiers read besides a credential: the issuer's profile and the first status list. */
export async function loadPublished(deps: LinkDeps): Promise<{ id: string }[]> {
  const request = new Request(deps.config.siteOrigin);
  const responses = [
    await respondWithIssuerProfile(deps.config, request),
    await respondWithStatusList(deps, '0', request),
  ];
  return Promise.all(responses.map((response) => response.json()));
}
