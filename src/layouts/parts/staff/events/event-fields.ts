import { eventKindLabels, eventModeLabels } from '#lib/domain/events/event.ts';
import { pdfType, pictureTypes } from '#lib/domain/media/media.ts';
import { listPrograms } from '#lib/server/catalog/content/index.ts';
import { type FormField, markdownHint } from '../form-field.ts';

type Values = Partial<Record<string, string>>;

interface FieldOptions {
  /** Whether the times are known to people, and change only with a message to them. */
  isPublic: boolean;
  /** The uploads of an event that exists; null for a new one, which gets them later. */
  files: { hasCover: boolean; hasSlides: boolean } | null;
}

/** Returns the fields of the form of an event. */
export const eventFields = (values: Values, { isPublic, files }: FieldOptions): FormField[] => [
  ...aboutFields(values),
  ...(isPublic ? [] : timeFields(values)),
  ...seatFields(values),
  ...(files ? fileFields(files) : []),
  ...afterFields(values),
];

function aboutFields(values: Values): FormField[] {
  const area = { kind: 'textarea', isWide: true } as const;
  return [
    { name: 'title', label: 'Title', required: true, maxlength: 120, isWide: true, value: values.title },
    {
      ...{ name: 'kind', label: 'Kind', kind: 'select', value: values.kind },
      options: Object.entries(eventKindLabels),
    },
    {
      ...{ name: 'programType', label: 'Programme', kind: 'select', emptyLabel: 'For everybody' },
      value: values.programType,
      options: listPrograms().map(({ type, name }) => [type, name] as const),
    },
    {
      ...area,
      name: 'summary',
      label: 'Summary',
      required: true,
      maxlength: 300,
      rows: 2,
      value: values.summary,
    },
    {
      ...area,
      ...{ name: 'description', label: 'Description', required: true, rows: 6, value: values.description },
      hint: markdownHint,
    },
    {
      ...area,
      name: 'takeaways',
      label: 'What people take away',
      rows: 3,
      value: values.takeaways,
      hint: 'One per line.',
    },
    { ...area, name: 'agenda', label: 'Agenda', rows: 3, value: values.agenda, hint: 'One per line.' },
    {
      ...area,
      ...{ name: 'speakers', label: 'Speakers', rows: 2, value: values.speakers },
      hint: 'One per line: name, role, company. The name of a coach brings the picture.',
    },
  ];
}

const timeFields = (values: Values): FormField[] => [
  { name: 'startsAt', label: 'Begins', kind: 'datetime-local', required: true, value: values.startsAt },
  { name: 'endsAt', label: 'Ends', kind: 'datetime-local', required: true, value: values.endsAt },
  {
    ...{ name: 'timeZone', label: 'Time zone', required: true, value: values.timeZone },
    hint: 'For example Asia/Kolkata or Europe/London.',
  },
];

const seatFields = (values: Values): FormField[] => [
  {
    ...{ name: 'mode', label: 'Held', kind: 'select', value: values.mode },
    options: Object.entries(eventModeLabels),
  },
  { name: 'joinUrl', label: 'Link to join, if online', kind: 'url', optional: true, value: values.joinUrl },
  { name: 'venue', label: 'Place, if in person', optional: true, maxlength: 300, value: values.venue },
  {
    ...{ name: 'capacity', label: 'Seats', kind: 'number', optional: true, min: 1, max: 100_000 },
    ...{ value: values.capacity, hint: 'Empty for no limit.' },
  },
  {
    ...{ name: 'registrationClosesAt', label: 'Registration closes', kind: 'datetime-local', optional: true },
    ...{ value: values.registrationClosesAt, hint: 'Empty for the begin.' },
  },
  {
    ...{ name: 'waitlistEnabled', label: 'Wait-list', kind: 'select', emptyLabel: 'No' },
    ...{ value: values.waitlistEnabled, options: [['yes', 'Yes']] },
  },
];

const fileFields = ({ hasCover, hasSlides }: NonNullable<FieldOptions['files']>): FormField[] => [
  {
    ...{ name: 'cover', label: hasCover ? 'Another picture' : 'Picture', kind: 'file', optional: true },
    ...{ accept: pictureTypes.join(','), hint: 'JPEG, PNG or WebP, up to 5 MB, best 1200 × 630 pixels.' },
  },
  ...(hasCover ? [{ name: 'removes-cover', label: 'Remove the picture', kind: 'check' as const }] : []),
  {
    ...{ name: 'slides', label: hasSlides ? 'Other slides' : 'Slides', kind: 'file', optional: true },
    ...{ accept: pdfType, hint: 'PDF, up to 5 MB. The page shows them when the event is over.' },
  },
  ...(hasSlides ? [{ name: 'removes-slides', label: 'Remove the slides', kind: 'check' as const }] : []),
];

const afterFields = (values: Values): FormField[] => [
  {
    ...{ name: 'recordingUrl', label: 'Recording', kind: 'url', optional: true, value: values.recordingUrl },
    hint: 'Add it when the event is over. Registrants hear of it once.',
  },
  {
    ...{
      name: 'slidesUrl',
      label: 'Link to the slides',
      kind: 'url',
      optional: true,
      value: values.slidesUrl,
    },
    hint: 'Where they are too large for a file here.',
  },
  {
    ...{ name: 'givesCertificate', label: 'Certificate', kind: 'select', emptyLabel: 'No' },
    ...{ value: values.givesCertificate, options: [['yes', 'Yes, for people who attended']] },
  },
];
