import type { FileFinding } from '#lib/domain/certificates/credentials/file-finding.ts';
import { maxUploadBytes } from '#lib/domain/media/media.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { clientAddress, networkOf } from '#lib/server/http/client-address.ts';
import { checkCsrf } from '#lib/server/http/csrf.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { consumeOrThrow } from '#lib/server/http/limits/consume-or-throw.ts';
import { type FormErrors, readFormData, toFormErrors } from '#lib/server/http/page-form.ts';
import { checkCertificateFile } from './check-certificate-file.ts';

/** A network may check this many files. A campus shares one, and a check takes 20 ms. [C-12] */
const checkLimit = { max: 60, windowSeconds: 600 };

interface CheckFormResult {
  finding: FileFinding | null;
  errors: FormErrors | null;
}

/**
 * Handles the form to which a certificate's file is sent. The finding is shown on the page that answers, because there is nothing
 * to store and so no address to redirect to. [C-12, C-28]
 */
export async function handleCheckForm(
  { request }: { request: Request },
  { db, config }: { db: Db; config: Config },
  address: string = clientAddress(request, config),
): Promise<CheckFormResult> {
  if (request.method !== 'POST') return { finding: null, errors: null };
  try {
    checkCsrf(request, config.allowedOrigins);
    await consumeOrThrow(db, { key: `certificate-check:${networkOf(address)}`, ...checkLimit });
    const form = await readFormData(request, { acceptsFiles: true, maxBytes: maxUploadBytes + 64 * 1024 });
    const file = form.get('file');
    if (!(file instanceof File) || file.size === 0)
      throw new HttpError('FILE_REQUIRED', { fields: ['file'] });
    const finding = await checkCertificateFile({ db, config }, Buffer.from(await file.arrayBuffer()));
    return { finding, errors: null };
  } catch (error) {
    return { finding: null, errors: nameTheFile(toFormErrors(error)) };
  }
}

/** The form has one field, so what is wrong is shown there. */
const nameTheFile = (errors: FormErrors): FormErrors => {
  const message =
    errors.status === 413 ? 'Please choose a file of at most 5 MB' : (errors.fields.file ?? errors.message);
  return { ...errors, fields: { file: message } };
};
