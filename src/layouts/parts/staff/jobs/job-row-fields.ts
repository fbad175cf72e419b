import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { EligibilityCheck } from '#lib/domain/hiring/jobs/eligibility.ts';
import type { StageKind } from '#lib/domain/hiring/jobs/job.ts';
import { type FormRow, languageGroups, type RowList } from '#lib/domain/hiring/jobs/job-form-rows.ts';
import type { Question } from '#lib/domain/hiring/jobs/question.ts';
import {
  languageLabels,
  languageLevels,
  qualificationLabels,
  shiftLabels,
} from '#lib/domain/hiring/registration/registration.ts';
import type { JobOptions } from '#lib/server/staff/hiring/jobs/job-text.ts';
import type { FormField } from '../form-field.ts';

/** The fields of one row of a job's form: a city, a rule, a stage or a question. */

export interface RowField extends FormField {
  /** The field is shown while this kind is chosen; without it always. */
  ofKind?: string;
}

const checkLabels: Record<EligibilityCheck['kind'], string> = {
  QUALIFICATION: 'Education',
  EXPERIENCE: 'Experience',
  LANGUAGE: 'Languages',
  PLACE: 'Where the person lives',
  NOTICE: 'Notice period',
  SHIFT: 'Shifts',
  EQUIPMENT: 'Laptop and internet',
};

const stageLabels: Record<StageKind, string> = {
  FORM: 'Application form',
  REVIEW: 'Review',
  TRAINING: 'Training',
  INTERVIEW: 'Interview',
  OFFER: 'Offer',
};

const questionLabels: Record<Question['kind'], string> = {
  TEXT: 'Text',
  YES_NO: 'Yes or no',
  CHOICE: 'One of several answers',
};

/** Returns the fields of a row with its values. `places` are all that a job can have. */
export function jobRowFields(list: RowList, row: FormRow, places: JobOptions['locations']): RowField[] {
  if (list === 'locations') return placeFields(row, places);
  if (list === 'stages')
    return [
      selectField(row, 'kind', 'Kind', stageLabels),
      { name: 'title', label: 'Title', value: row.title, maxlength: 80 },
      {
        ...selectField(row, 'mode', 'Held', interviewModeLabels),
        ...{ emptyLabel: 'As each time says', ofKind: 'INTERVIEW' },
      },
    ];
  const regions = [...new Set(places.map(({ region }) => region))].toSorted();
  return list === 'questions' ? questionFields(row) : ruleFields(row, regions);
}

function placeFields(row: FormRow, places: JobOptions['locations']): RowField[] {
  const options = Object.fromEntries(places.map(({ id, city, region }) => [id, `${city}, ${region}`]));
  return [
    { ...selectField(row, 'id', 'City', options), emptyLabel: 'Choose …' },
    { name: 'openings', label: 'Openings', kind: 'number', value: row.openings, min: 1 },
  ];
}

function questionFields(row: FormRow): RowField[] {
  return [
    selectField(row, 'kind', 'Kind of answer', questionLabels),
    { name: 'label', label: 'Question', value: row.label, maxlength: 200 },
    { name: 'required', label: 'An answer is required', kind: 'check', value: row.required },
    {
      name: 'options',
      label: 'Answers, one per line',
      kind: 'textarea',
      value: row.options,
      isWide: true,
      ofKind: 'CHOICE',
    },
  ];
}

function ruleFields(row: FormRow, regions: readonly string[]): RowField[] {
  return [
    { name: 'label', label: 'Name of the rule', value: row.label, maxlength: 60 },
    { ...selectField(row, 'kind', 'We check', checkLabels), emptyLabel: 'Nothing: the employer decides' },
    { name: 'rule', label: 'Sentence for candidates', value: row.rule, maxlength: 300, isWide: true },
    { ...selectField(row, 'atLeast', 'At least', qualificationLabels), ofKind: 'QUALIFICATION' },
    numberField(row, 'graduatedFrom', 'Graduated in or after (year)', 'QUALIFICATION'),
    numberField(row, 'atLeastMonths', 'Months of experience, at least', 'EXPERIENCE'),
    numberField(row, 'atMostMonths', 'Months of experience, at most', 'EXPERIENCE'),
    ...languageGroups.flatMap((group) => languageFields(row, group)),
    {
      ...checksField(
        row,
        'regions',
        'State or region',
        [...new Set([...regions, ...valuesOf(row.regions)])].map((one) => [one, one]),
      ),
      ofKind: 'PLACE',
    },
    {
      name: 'orRelocates',
      label: 'Or the person would move',
      kind: 'check',
      value: row.orRelocates,
      ofKind: 'PLACE',
    },
    numberField(row, 'atMostDays', 'Days of notice, at most', 'NOTICE'),
    { ...checksField(row, 'shifts', 'One of these shifts', Object.entries(shiftLabels)), ofKind: 'SHIFT' },
  ];
}

function languageFields(row: FormRow, group: number): RowField[] {
  const label = group === 1 ? 'One of these languages' : 'And one of these (optional)';
  return [
    { ...checksField(row, `languages${group}`, label, Object.entries(languageLabels)), ofKind: 'LANGUAGE' },
    {
      ...selectField(
        row,
        `level${group}`,
        'At level',
        Object.fromEntries(languageLevels.map((one) => [one, one])),
      ),
      ofKind: 'LANGUAGE',
    },
  ];
}

const valuesOf = (text = ''): string[] => text.split('; ').filter(Boolean);

const selectField = (
  row: FormRow,
  name: string,
  label: string,
  labels: Record<string, string>,
): RowField => ({
  name,
  label,
  kind: 'select',
  value: row[name],
  options: Object.entries(labels),
});

const numberField = (row: FormRow, name: string, label: string, ofKind: string): RowField => ({
  name,
  label,
  kind: 'number',
  value: row[name],
  min: 0,
  ofKind,
});

const checksField = (
  row: FormRow,
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
): RowField => ({ name, label, kind: 'checks', values: valuesOf(row[name]), options, isWide: true });
