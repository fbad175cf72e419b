import { waitField } from '#lib/domain/core/limits/proof-of-work.ts';
import { candidateAnchor } from '#lib/domain/hiring/employer-links/employer-link.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import {
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  readFormData,
  textOf,
  textValuesOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';
import type { Runtime } from '#lib/server/runtime.ts';
import { countShortlistOpening, findShortlist, type Shortlist } from './find-shortlist.ts';
import { shortlistPath } from './link-key.ts';
import { respondToShortlistMiss, shortlistHeaders } from './shortlist-misses.ts';

/** The page of an employer's link, and its forms: one for each candidate. [API-42] */
export interface ShortlistPage {
  shortlist: Shortlist;
  errors: FormErrors | null;
  /** The rejected form, shown again with its text. */
  values: Record<string, string>;
}

const answerAction = formAction('POST /api/v1/moonshot/shortlist/answer/', (form, key: string) => ({
  body: {
    key,
    applicationId: textOf(form, 'applicationId'),
    version: Number(textOf(form, 'version') || Number.NaN),
    answer: textOf(form, 'answer'),
    note: textOf(form, 'note'),
  },
  ...(textOf(form, waitField) && { wait: textOf(form, waitField) }),
}));

/** Loads the page of a link and handles its form. Returns the response where the page is not shown. */
export async function loadShortlistPage(
  { api, config, db }: Pick<Runtime, 'api' | 'config' | 'db'>,
  page: FormPage,
  key: string,
): Promise<Response | ShortlistPage> {
  const { request } = page;
  const { savedId, errors, values } = request.method === 'POST' ? await handleAnswer(api, page, key) : noForm;
  // The endpoint has counted this miss.
  const respondToMiss = (status: number) => new Response(null, { status, headers: shortlistHeaders });
  if (errors?.status === 404) return respondToMiss(404);
  if (savedId)
    return new Response(null, {
      status: 303,
      headers: {
        ...shortlistHeaders,
        Location: `${shortlistPath(key)}?saved=${savedId}#${candidateAnchor(savedId)}`,
      },
    });
  // A program that only checks the address does not read the page.
  if (request.method === 'GET') await countShortlistOpening(db, key);
  const shortlist = await findShortlist(db, key);
  if (!shortlist && errors?.status === 429) return respondToMiss(429);
  if (!shortlist) return respondToShortlistMiss(db, clientAddress(request, config));
  return { shortlist, errors, values };
}

interface AnswerFormResult {
  /** The application of an answer that was saved. */
  savedId: string | null;
  errors: FormErrors | null;
  values: Record<string, string>;
}

const noForm: AnswerFormResult = { savedId: null, errors: null, values: {} };

async function handleAnswer(api: FormApi, page: FormPage, key: string): Promise<AnswerFormResult> {
  try {
    const form = await readFormData(page.request);
    const { errors } = await answerAction(api, page, form, key);
    if (errors) return { savedId: null, errors, values: textValuesOf(form) };
    return { ...noForm, savedId: textOf(form, 'applicationId') };
  } catch (error) {
    return { ...noForm, errors: toFormErrors(error) };
  }
}
