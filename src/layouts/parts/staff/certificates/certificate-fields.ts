import { catalogTypes, programTypeLabels } from '#lib/domain/catalog/programs.ts';
import { certificateKindLabels } from '#lib/domain/certificates/certificate.ts';
import { findOwn } from '#lib/domain/core/record.ts';
import type { FormField } from '../form-field.ts';

type Values = Record<string, string>;

/** The fields of what a certificate prints besides the holder. */
export const certificateFields = (values: Values): FormField[] => [
  {
    ...{ name: 'kind', label: 'Kind', kind: 'select', value: values.kind },
    options: Object.entries(certificateKindLabels),
  },
  { name: 'title', label: 'Title', required: true, maxlength: 120, value: values.title },
  {
    ...{ name: 'programType', label: 'Programme', kind: 'select', emptyLabel: 'None' },
    value: values.programType,
    options: catalogTypes.map((type) => [type, findOwn(programTypeLabels, type) ?? 'Interview preparation']),
    hint: 'Its page is linked below the certificate.',
  },
  {
    ...{ name: 'programTitle', label: 'Programme as printed', optional: true, maxlength: 120 },
    value: values.programTitle,
  },
  { name: 'batchName', label: 'Batch', optional: true, maxlength: 80, value: values.batchName },
  { name: 'grade', label: 'Grade', optional: true, maxlength: 40, value: values.grade },
  { name: 'hours', label: 'Hours', kind: 'number', optional: true, min: 1, value: values.hours },
  { name: 'completedOn', label: 'Completed on', kind: 'date', optional: true, value: values.completedOn },
  { name: 'issuedOn', label: 'Issued on', kind: 'date', required: true, value: values.issuedOn },
  {
    ...{ name: 'expiresOn', label: 'Valid until', kind: 'date', optional: true, value: values.expiresOn },
    hint: 'Leave it empty if it never expires.',
  },
  {
    ...{ name: 'skills', label: 'Skills', optional: true, isWide: true, value: values.skills },
    hint: 'At most 10, with commas between them.',
  },
  {
    ...{ name: 'description', label: 'What it was', kind: 'textarea', rows: 2, optional: true },
    ...{ maxlength: 400, isWide: true, value: values.description },
  },
  {
    ...{ name: 'criteria', label: 'What the holder had to do', kind: 'textarea', rows: 2, optional: true },
    ...{ maxlength: 400, isWide: true, value: values.criteria },
  },
];

/** The fields of the holder. */
export const holderFields = (values: Values): FormField[] => [
  {
    ...{ name: 'holderName', label: 'Name, as printed', required: true, maxlength: 80 },
    value: values.holderName,
    hint: 'In Latin, Devanagari, Tamil, Bengali or Telugu letters.',
  },
  {
    ...{ name: 'email', label: 'Email of the holder', optional: true, maxlength: 254, value: values.email },
    hint: 'The holder hears of it, and an account with this email gets it. Nobody else sees it.',
  },
  { name: 'phone', label: 'Mobile number', optional: true, maxlength: 20, value: values.phone },
];
