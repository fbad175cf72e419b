import * as z from 'zod/mini';
import { certificateVisits } from '#lib/contract/certificates/own-certificates.ts';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { email } from '#lib/contract/core/fields.ts';
import { calendarDay, instant } from '#lib/contract/core/instant.ts';
import { catalogTypes } from '#lib/domain/catalog/programs.ts';
import { certificateKindLabels, certificateStatusLabels } from '#lib/domain/certificates/certificate.ts';
import { isPrintable, printableNames } from '#lib/domain/certificates/printable-text.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText, tooLongText } from '#lib/domain/core/text.ts';

const unprintable = `We can print ${printableNames}. Please write it in one of these.`;

/** A text that documents print. */
const printed = (length: number) =>
  z
    .string({ error: 'Please enter text' })
    .check(
      z.overwrite(formatTrimmedText),
      z.maxLength(length, tooLongText(length)),
      z.refine(isPrintable, unprintable),
    );
const printedLine = (required: string, length: number) => printed(length).check(z.minLength(1, required));
const printedOrNull = (length: number) =>
  z.nullable(
    z.pipe(
      printed(length),
      z.transform((text) => text || null),
    ),
  );

export const holderName = printedLine('Please enter the name as it is to be printed', 80);
export const reason = printedLine('Please write the reason', 300);
const day = (required: string) => calendarDay(required);

/** What staff write. Days are `2026-05-31`. */
const certificateValues = {
  kind: z.enum(keysOf(certificateKindLabels), { error: 'Please choose a kind' }),
  title: printedLine('Please enter the title', 120),
  programType: z.nullable(z.enum(catalogTypes, { error: 'Please choose a programme' })),
  /** The programme as it is printed. */
  programTitle: printed(120),
  batchName: printedOrNull(80),
  description: printed(400),
  criteria: printed(400),
  skills: z.array(printedLine('Please enter a skill', 40)).check(z.maxLength(10, 'At most 10 skills')),
  hours: z.nullable(
    z
      .int({ error: 'Please enter a whole number of hours' })
      .check(z.minimum(1, 'At least one hour'), z.maximum(10_000, 'At most 10,000 hours')),
  ),
  grade: printedOrNull(40),
  completedOn: z.nullable(day('Please enter the day of completion')),
  issuedOn: day('Please enter the day of issue'),
  expiresOn: z.nullable(day('Please enter the last day')),
};

/** The holder: the name on the document, and where the certificate is sent. */
const holderValues = {
  holderName,
  email: z.nullable(email),
  /** E.164, or ten digits of India. */
  phone: z.nullable(z.string().check(z.maxLength(20, tooLongText(20)))),
};

export const certificateInput = z.strictObject({ ...certificateValues, ...holderValues });
export const rosterInput = z.strictObject(certificateValues);
export type CertificateInput = z.output<typeof certificateInput>;
export type RosterInput = z.output<typeof rosterInput>;

export const staffCertificateStatus = z.enum(keysOf(certificateStatusLabels), { error: 'Unknown status' });

export const staffCertificateCard = z.object({
  id: z.string(),
  shortUuid: z.string(),
  holderName: z.string(),
  title: z.string(),
  batchName: z.nullable(z.string()),
  kind: z.enum(keysOf(certificateKindLabels)),
  /** As the public sees it. */
  status: staffCertificateStatus,
  statusLabel: z.string(),
  issuedOn: z.string(),
  /** Whether an account has claimed it. */
  isClaimed: z.boolean(),
});

const historyEntry = z.object({
  at: instant,
  label: z.string(),
  /** The member of staff, the holder, or null for the system. */
  by: z.nullable(z.string()),
  publicNote: z.nullable(z.string()),
  privateNote: z.nullable(z.string()),
});

export const staffCertificate = z.extend(staffCertificateCard, {
  values: certificateInput,
  /** The holder's account; null until it is claimed. */
  userId: z.nullable(z.string()),
  revocationReason: z.nullable(z.string()),
  /** The name that the holder asks for; null without an open request. */
  request: z.nullable(z.object({ holderName: z.string(), note: z.nullable(z.string()), at: instant })),
  replacedById: z.nullable(z.string()),
  visits: certificateVisits,
  /** Sign-ups, requests and applications of visitors whom the certificate led here. */
  conversions: z.number(),
  version: z.number(),
  history: z.array(historyEntry),
  /** What each version printed as the name, the newest first. */
  versions: z.array(z.object({ version: z.number(), holderName: z.string(), at: instant })),
  allowedActions: z.array(allowedAction),
});

export type StaffCertificateCard = z.output<typeof staffCertificateCard>;
export type StaffCertificate = z.output<typeof staffCertificate>;
