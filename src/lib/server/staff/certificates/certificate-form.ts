import type { StaffCertificate } from '#lib/contract/staff/certificates/certificate-schemas.ts';
import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../confirm-action.ts';
import { handleStaffForm, type StaffFormResult } from '../staff-form.ts';

/** The forms of staff's pages about certificates. */

/** Parses what a certificate prints besides the holder. An empty field is null where it may be left out. */
function parseValues(form: FormData) {
  const text = (name: string) => textOf(form, name).trim();
  const hours = text('hours');
  return {
    ...{ kind: text('kind'), title: text('title'), programType: text('programType') || null },
    ...{ programTitle: text('programTitle'), batchName: text('batchName') || null },
    ...{ description: text('description'), criteria: text('criteria'), grade: text('grade') || null },
    skills: text('skills')
      .split(/[,;\n]/)
      .flatMap((skill) => skill.trim() || []),
    hours: hours ? Number(hours) : null,
    ...{ completedOn: text('completedOn') || null, issuedOn: text('issuedOn') },
    expiresOn: text('expiresOn') || null,
  };
}

const parseCertificate = (form: FormData) => ({
  ...parseValues(form),
  holderName: textOf(form, 'holderName'),
  email: textOf(form, 'email').trim() || null,
  phone: textOf(form, 'phone').trim() || null,
});

/** Returns the values of a certificate as the text of its form. */
export function formatCertificate(values: StaffCertificate['values']): Record<string, string> {
  const texts = Object.entries(values).map(([name, value]) => [name, value === null ? '' : String(value)]);
  return { ...Object.fromEntries(texts), skills: values.skills.join(', ') };
}

const issueAction = formAction('POST /api/v1/staff/certificates/issue/', (form) => ({
  body: { values: parseCertificate(form), allowsSimilar: textOf(form, 'allowsSimilar') === 'yes' },
}));

/** Handles the form that issues one certificate, once staff have read what its holder is told. `id` is the issued one. */
export const handleIssueForm = (
  api: FormApi,
  page: FormPage,
): Promise<StaffFormResult & { id?: string | null }> =>
  handleStaffForm(page.request, async (form) => {
    const options = { api, page, form, label: 'Issue certificate', hasVisitors: true };
    const { response, ...rest } = await confirmAction(options, issueAction);
    const done = response && (response.isExisting ? 'issued-before' : 'issued');
    return { done, ...rest, id: response?.id ?? null };
  });

const rosterAction = formAction(
  'POST /api/v1/staff/certificates/issue-roster/',
  (form, isPreview: boolean) => {
    const [source = '', sourceId = ''] = textOf(form, 'roster').split(':');
    const step = isPreview
      ? { isPreview }
      : { isPreview, fingerprint: textOf(form, 'confirmed') || undefined };
    return { body: { source, sourceId, values: parseValues(form), ...step } };
  },
);

/**
 * Handles the form that issues to a roster: the first submission shows everybody, the second one issues, or shows them again where
 * others would be informed now.
 */
export const handleRosterForm = (
  api: FormApi,
  page: FormPage,
): Promise<StaffFormResult & { outcome?: CsvOutcome | null }> =>
  handleStaffForm(page.request, async (form) => {
    const { response, errors } = await rosterAction(api, page, form, textOf(form, 'step') !== 'take');
    const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const isStale = errors?.errorCode === 'STALE_WRITE';
    const outcome = isStale ? (await rosterAction(api, page, form, true)).response : response;
    return { outcome, errors, values };
  });

const changes = {
  revoke: formAction(
    'POST /api/v1/staff/certificates/{certificateId}/revoke/',
    (form, certificateId: string) => ({
      params: { certificateId },
      body: { reason: textOf(form, 'reason'), privateNote: textOf(form, 'privateNote') },
    }),
  ),
  correct: formAction(
    'POST /api/v1/staff/certificates/{certificateId}/correct/',
    (form, certificateId: string) => ({
      params: { certificateId },
      body: {
        ...{ holderName: textOf(form, 'holderName'), requestedName: textOf(form, 'requestedName') || null },
        privateNote: textOf(form, 'privateNote'),
      },
    }),
  ),
  'reject-name': formAction(
    'POST /api/v1/staff/certificates/{certificateId}/reject-name/',
    (form, certificateId: string) => ({
      params: { certificateId },
      body: { reason: textOf(form, 'reason') },
    }),
  ),
  replace: formAction(
    'POST /api/v1/staff/certificates/{certificateId}/replace/',
    (form, certificateId: string) => ({
      params: { certificateId },
      body: { reason: textOf(form, 'reason'), values: parseCertificate(form) },
    }),
  ),
};

const doneOf = {
  revoke: ['certificate-revoked', 'Revoke certificate'],
  correct: ['corrected', 'Correct the name'],
  replace: ['replaced', 'Replace certificate'],
  'reject-name': ['name-rejected', 'Reject the name'],
} as const;
const isChange = (name: string): name is keyof typeof changes => name in changes;

/**
 * Handles the forms of one certificate: revoke it, correct or keep the name, or replace it. Each is made once staff have read what
 * the holder is told. `id` is the one to show next.
 */
export const handleCertificateForm = (
  api: FormApi,
  page: FormPage,
  certificateId: string,
): Promise<StaffFormResult & { id?: string | null }> =>
  handleStaffForm(page.request, async (form) => {
    const name = textOf(form, 'form');
    const change = isChange(name) ? name : 'correct';
    const [done, label] = doneOf[change];
    const options = { api, page, form, label, hasVisitors: true };
    const { response, ...rest } = await confirmAction(
      options,
      changes[change] as typeof changes.correct,
      certificateId,
    );
    return { done: response && done, ...rest, id: response?.id ?? null };
  });
