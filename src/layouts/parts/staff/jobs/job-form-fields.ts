import {
  employmentTypeLabels,
  familyLabels,
  levelLabels,
  trainingModeLabels,
  workModeLabels,
} from '#lib/domain/hiring/jobs/job.ts';
import type { JobOptions, JobText } from '#lib/server/staff/hiring/jobs/job-text.ts';
import type { FormField } from '../form-field.ts';

type JobFormText = Partial<JobText>;

/** Returns the fields of the job form in its parts. The description, which has a preview, is between the first two. */
export function jobFormFields(text: JobFormText, options: JobOptions) {
  return {
    about: aboutFields(text, options),
    terms: termsFields(text),
    lists: listFields(text),
    training: trainingFields(text),
  };
}

function aboutFields(text: JobFormText, { employers }: JobOptions): FormField[] {
  return [
    { name: 'title', label: 'Title', value: text.title, required: true, maxlength: 120, isWide: true },
    { name: 'code', label: 'Employer’s code', value: text.code, required: true, maxlength: 40 },
    {
      name: 'slug',
      label: 'Address',
      value: text.slug,
      optional: true,
      maxlength: 100,
      hint: 'We use the title if you leave this empty. You cannot change it after the job was open.',
    },
    selectField(
      text,
      'employer',
      'Employer',
      employers
        .filter(({ slug, isArchived }) => !isArchived || slug === text.employer)
        .map(({ slug, name }) => [slug, name]),
      'Choose …',
    ),
    selectField(text, 'family', 'Family', Object.entries(familyLabels), 'Choose …'),
    selectField(text, 'level', 'Level', Object.entries(levelLabels), 'Choose …'),
    selectField(text, 'employmentType', 'Employment', Object.entries(employmentTypeLabels)),
    selectField(text, 'workMode', 'Work mode', Object.entries(workModeLabels), 'Choose …'),
    {
      ...{ name: 'shift', label: 'Working hours', value: text.shift, required: true },
      ...{ maxlength: 120, isWide: true },
    },
    {
      name: 'summary',
      label: 'Summary',
      value: text.summary,
      required: true,
      isWide: true,
      maxlength: 240,
      hint: 'One sentence, for lists and search engines.',
    },
  ];
}

function termsFields(text: JobFormText): FormField[] {
  return [
    payField(text, 'salaryMin', 'Minimum pay'),
    payField(text, 'salaryMax', 'Maximum pay'),
    { name: 'salaryCurrency', label: 'Currency', value: text.salaryCurrency, required: true, maxlength: 3 },
    selectField(text, 'salaryPeriod', 'Per', [
      ['YEAR', 'Year'],
      ['MONTH', 'Month'],
    ]),
    { name: 'salaryIsPublic', label: 'Show the pay', kind: 'check', value: text.salaryIsPublic },
    {
      name: 'applyBy',
      label: 'Apply by, end of day in India',
      kind: 'date',
      value: text.applyBy,
      required: true,
      hint: 'Candidates can apply until the end of this day. A copied job needs a new one.',
    },
    {
      ...numberField(text, 'replyWithinHours', 'Reply within hours'),
      hint: 'At most 24, as every page promises.',
    },
  ];
}

function listFields(text: JobFormText): FormField[] {
  return [
    linesField(text, 'responsibilities', 'Responsibilities', 'One per line.'),
    linesField(text, 'requirements', 'Requirements', 'One per line.'),
    linesField(text, 'benefits', 'Benefits', 'One per line.'),
  ];
}

function trainingFields(text: JobFormText): FormField[] {
  return [
    { name: 'trainingTitle', label: 'Training', value: text.trainingTitle, optional: true, maxlength: 120 },
    { name: 'trainingDays', label: 'Days', kind: 'number', value: text.trainingDays, optional: true, min: 1 },
    selectField(text, 'trainingMode', 'Held', Object.entries(trainingModeLabels)),
    {
      name: 'trainingRequired',
      label: 'Required for everybody who is hired',
      kind: 'check',
      value: text.trainingRequired,
    },
  ];
}

function selectField(
  text: JobFormText,
  name: keyof JobText,
  label: string,
  options: FormField['options'],
  emptyLabel?: string,
): FormField {
  return {
    name,
    label,
    kind: 'select',
    value: text[name],
    ...(options && { options }),
    ...(emptyLabel !== undefined && { emptyLabel }),
  };
}

function numberField(text: JobFormText, name: keyof JobText, label: string): FormField {
  return { name, label, kind: 'number', value: text[name], required: true, min: 0 };
}

function payField(text: JobFormText, name: keyof JobText, label: string): FormField {
  return { name, label, value: text[name], required: true, hint: 'For example 3,50,000 or 3.5 lakh.' };
}

function linesField(text: JobFormText, name: keyof JobText, label: string, hint: string): FormField {
  return { name, label, kind: 'textarea', value: text[name], hint, rows: 6, isWide: true };
}
