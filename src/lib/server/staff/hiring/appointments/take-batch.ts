import type { StaffBatch } from '#lib/contract/staff/staff-appointments.ts';
import { instantOf } from '#lib/domain/core/zoned-time.ts';
import { mergeText, readBefore, staleMessage } from '../../form-edit.ts';
import { type Refused, readStaffForm, refusedOf, staffCall, textOf } from '../../pages.ts';
import { batchText } from './batch-form.ts';

type Api = (request: Request) => Promise<Response>;

export interface FormTaken {
  done: string | null;
  refused: Refused | null;
  /** What was typed, to be shown again. */
  values: Record<string, string>;
}

const nothing: FormTaken = { done: null, refused: null, values: {} };

/** The forms of the training page: a new batch, and one that is called off. */
export async function takeBatchForm(api: Api, request: Request): Promise<FormTaken> {
  if (request.method !== 'POST') return nothing;
  try {
    const form = await readStaffForm(request);
    if (textOf(form, 'form') === 'cancel') {
      const params = { batchId: textOf(form, 'batchId') };
      const body = { publicNote: textOf(form, 'publicNote') };
      const key = 'POST /api/v1/staff/batches/{batchId}/cancel/';
      const { refused } = await staffCall(api, request, key, body, params);
      return { done: refused ? null : 'cancelled', refused, values: {} };
    }
    const { answer, refused } = await staffCall(api, request, 'POST /api/v1/staff/batches/create/', {
      ...readBatch((name) => textOf(form, name)),
      jobId: textOf(form, 'jobId'),
    });
    if (refused) return { done: null, refused, values: typed(form) };
    return { done: answer.isExisting ? 'there' : 'planned', refused, values: {} };
  } catch (error) {
    return { ...nothing, refused: refusedOf(error) };
  }
}

/** The form of one batch. Sends what it changed; where somebody else was first, shows theirs beside it. */
export async function takeBatchEdit(api: Api, request: Request, batch: StaffBatch): Promise<FormTaken> {
  if (request.method !== 'POST') return nothing;
  try {
    const form = await readStaffForm(request);
    const before = readBefore(form);
    const merged = mergeText(before, typed(form), batchText(batch));
    if (Object.keys(merged.fields).length)
      return {
        done: null,
        refused: { status: 409, message: staleMessage, fields: merged.fields },
        values: merged.text,
      };
    const was = readBatch((name) => before[name] ?? '');
    const wanted = Object.entries(readBatch((name) => textOf(form, name)));
    const body = Object.fromEntries(
      wanted.filter(([name, value]) => value !== was[name as keyof typeof was]),
    );
    const key = 'PATCH /api/v1/staff/batches/{batchId}/update/';
    const { refused } = await staffCall(api, request, key, body, { batchId: batch.id });
    return { done: refused ? null : 'saved', refused, values: refused ? merged.text : {} };
  } catch (error) {
    return { ...nothing, refused: refusedOf(error) };
  }
}

function readBatch(said: (name: string) => string) {
  const timeZone = said('timeZone');
  const capacity = said('capacity').trim();
  return {
    title: said('title'),
    startsAt: wallInstant(said('startsAt'), timeZone),
    endsAt: wallInstant(said('endsAt'), timeZone),
    timeZone,
    mode: said('mode'),
    joinUrl: said('joinUrl').trim() || null,
    address: said('address'),
    capacity: /^\d{1,9}$/.test(capacity) ? Number(capacity) : null,
  };
}

/** `2026-12-05T18:30` on the wall of a zone → the instant; what is no such time is left for the call to refuse. */
function wallInstant(text: string, timeZone: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(text) ?? [];
  try {
    return date && time ? instantOf(date, time, timeZone).toISOString() : text;
  } catch {
    return text;
  }
}

export const typed = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
