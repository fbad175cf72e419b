import type { StaffEvent } from '#lib/contract/staff/events/live-events.ts';
import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import { type FormApi, type FormPage, formAction, textOf, textValuesOf } from '#lib/server/http/page-form.ts';
import { integerOf, type StaffFormResult } from '../staff-form.ts';
import { parseEventForm } from './parse-event-form.ts';

export interface UpdateFormResult extends StaffFormResult {
  /** Who would be informed of the changed values. */
  updatePreview?: MessagePreview;
}

/** The files of an event. Each is uploaded first; its id stays in the form while the preview is shown. */
const files = ['cover', 'slides'] as const;
type FileName = (typeof files)[number];

const uploadAction = formAction('POST /api/v1/upload/', (_, file: File) => ({
  body: {},
  file,
  isPublicFile: true,
}));

interface UpdateOptions {
  event: StaffEvent;
  uploads: Partial<Record<FileName, string>>;
  isPreview: boolean;
}

const updateAction = formAction(
  'PATCH /api/v1/staff/events/{eventId}/update/',
  (form, { event, uploads, isPreview }: UpdateOptions) => {
    const { startsAt, endsAt, timeZone } = event.values;
    const confirmed = textOf(form, 'confirmed');
    return {
      params: { eventId: event.id },
      body: {
        ...parseEventForm(form, timeZone),
        // The form of a public event has no times: it is moved instead.
        ...(event.status !== 'DRAFT' && { startsAt, endsAt }),
        ...Object.fromEntries(files.flatMap((name) => fileChange(form, name, uploads[name]))),
        ...{ version: integerOf(textOf(form, 'version')), isPreview },
        ...(confirmed && !isPreview && { fingerprint: confirmed }),
      },
    };
  },
);

type FileChange = readonly [name: FileName, file: { mediaId: string } | null];

function fileChange(form: FormData, name: FileName, mediaId: string | undefined): FileChange[] {
  if (mediaId) return [[name, { mediaId }]];
  return textOf(form, `removes-${name}`) === 'yes' ? [[name, null]] : [];
}

/** Uploads the files of a form, and returns their ids with those that an earlier step has uploaded. */
async function uploadFiles(api: FormApi, page: FormPage, form: FormData) {
  const uploads: UpdateOptions['uploads'] = {};
  for (const name of files) {
    const file = form.get(name);
    const isChosen = file instanceof File && file.size > 0;
    if (!isChosen) {
      const earlier = textOf(form, `${name}MediaId`);
      if (earlier) uploads[name] = earlier;
      continue;
    }
    const { response, errors } = await uploadAction(api, page, form, file);
    if (errors) return { uploads, errors: { ...errors, fields: { [name]: errors.message } } };
    uploads[name] = response.id;
  }
  return { uploads, errors: null };
}

/** Saves the values of an event. A change that informs people is shown first, unless it comes from the preview. */
export async function handleUpdate(
  api: FormApi,
  page: FormPage,
  form: FormData,
  event: StaffEvent,
): Promise<Partial<UpdateFormResult>> {
  const { uploads, errors: uploadErrors } = await uploadFiles(api, page, form);
  const values = {
    ...textValuesOf(form),
    ...Object.fromEntries(Object.entries(uploads).map(([name, id]) => [`${name}MediaId`, id])),
  };
  if (uploadErrors) return { errors: uploadErrors, values };
  const send = (isPreview: boolean) => updateAction(api, page, form, { event, uploads, isPreview });
  if (textOf(form, 'step') !== 'send') {
    const { response, errors } = await send(true);
    if (errors) return { errors, values };
    if (response.messages.people > 0) return { updatePreview: response.messages, values };
  }
  const { errors } = await send(false);
  if (!errors) return { done: 'saved' };
  // The version may be an older one too, and then there is nothing to look at.
  const again = errors.errorCode === 'STALE_WRITE' ? await send(true) : null;
  return { errors, values, ...(again?.response && { updatePreview: again.response.messages }) };
}
