import type { StaffApplication } from '#lib/contract/staff/applications.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { workModeLabels } from '#lib/domain/hiring/jobs/job.ts';
import { formatPayInput } from '#lib/domain/hiring/jobs/pay-input.ts';
import { maxTermsLength } from '#lib/domain/hiring/offers/offer.ts';
import { type FormField, markdownHint } from '../form-field.ts';
import { noteFields } from '../note-fields.ts';

/** Returns the fields of an offer, with the typed text, or the latest offer, or the place of the job. */
export function offerFields(
  { offers: [latest], workPlace }: Pick<StaffApplication, 'offers' | 'workPlace'>,
  typed: Record<string, string>,
): FormField[] {
  const { pay } = workPlace;
  return [
    {
      name: 'annualPay',
      label: 'Pay per year, in rupees',
      required: true,
      value: typed.annualPay ?? (latest && formatPayInput(latest.annualPay)),
      placeholder: '3,50,000',
      hint: pay
        ? `The job says ${formatPayInput(pay.min)} to ${formatPayInput(pay.max)}.`
        : 'For example 3,50,000 or 3.5 lakh.',
    },
    {
      name: 'joiningOn',
      label: 'First day',
      kind: 'date',
      required: true,
      value: typed.joiningOn ?? latest?.joiningOn,
    },
    {
      name: 'location',
      label: 'Place of work',
      required: true,
      maxlength: 120,
      value: typed.location ?? latest?.location ?? workPlace.location,
    },
    {
      name: 'workMode',
      label: 'Work mode',
      kind: 'select',
      required: true,
      options: Object.entries(workModeLabels),
      value: typed.workMode ?? latest?.workMode ?? workPlace.workMode,
    },
    {
      name: 'expiresAt',
      label: 'Answer by, end of day in India',
      kind: 'date',
      required: true,
      value:
        typed.expiresAt ??
        (latest?.status === 'OPEN' ? localDate(new Date(latest.expiresAt), defaultTimeZone) : undefined),
    },
    {
      name: 'terms',
      label: 'Terms',
      kind: 'textarea',
      optional: true,
      isWide: true,
      rows: 5,
      maxlength: maxTermsLength,
      value: typed.terms ?? latest?.terms,
      hint: `Working hours, probation, notice period, benefits. ${markdownHint}`,
    },
    {
      name: 'letter',
      label: 'Letter as a PDF',
      kind: 'file',
      optional: true,
      isWide: true,
      accept: 'application/pdf',
      hint: typed.uploadedId
        ? `${typed.uploadedName} is attached. Another file replaces it.`
        : 'Up to 5 MB. Without a file, the candidate gets a letter with these terms.',
    },
    ...(typed.uploadedId
      ? [{ name: 'removesUploaded', label: 'Send without this file', kind: 'check', isWide: true } as const]
      : []),
    ...noteFields(typed, 'The email with the offer has it.'),
  ];
}
