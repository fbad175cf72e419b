import { type APIRequestContext, expect } from 'playwright/test';
import { post } from '../auth/signed-in.ts';
import type { CreatedJob, HiringEvent, NewJob } from './hiring-server.ts';

/** Triggers an event of the employer's side on this server, at once. */
export async function triggerEvent(event: HiringEvent): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${process.env.E2E_CLOCK_PORT}/hiring`, {
    method: 'POST',
    body: JSON.stringify(event),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.json();
}

/** Creates a job for this test. */
export async function newJob(job: NewJob): Promise<CreatedJob> {
  return (await triggerEvent({ do: 'newJob', ...job })) as CreatedJob;
}

export const jobPath = ({ slug }: CreatedJob) => `/moonshot/jobs/${slug}/`;

/** Submits the details of a person by the API. They meet the rules of all these jobs. */
export async function submitDetails(
  request: APIRequestContext,
  origin: string,
  besides: Record<string, unknown> = {},
): Promise<void> {
  await saveDetails(request, origin, besides);
  await post(request, origin, '/api/v1/moonshot/registration-details/submit/', {});
}

/** Saves the same complete details without submitting them. */
export async function saveDetails(
  request: APIRequestContext,
  origin: string,
  besides: Record<string, unknown> = {},
): Promise<void> {
  await post(request, origin, '/api/v1/moonshot/register/', { consent: true });
  const { results } = await (await request.get(`${origin}/api/v1/moonshot/locations/?limit=1`)).json();
  const place = results[0].id;
  const answer = await request.patch(`${origin}/api/v1/moonshot/update-candidate-details/`, {
    headers: { origin },
    data: {
      current_location_id: place,
      preferred_location_ids: [place],
      willing_to_relocate: true,
      highest_qualification: 'BACHELOR',
      degree: 'B.Com',
      graduation_year: 2023,
      total_experience_months: 14,
      notice_period_days: 15,
      languages: [{ code: 'en', level: 'C1' }],
      shift_preference: ['DAY', 'NIGHT'],
      has_laptop_and_internet: true,
      ...besides,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Submits an application to the job by the API and returns its id. */
export async function applyTo(
  request: APIRequestContext,
  origin: string,
  { slug }: CreatedJob,
): Promise<string> {
  const { id } = await post(request, origin, `/api/v1/moonshot/jobs/${slug}/apply/`, {});
  const path = `/api/v1/moonshot/job-applications/${id}`;
  const answers = [
    { key: 'motivation', value: 'I like numbers that agree.' },
    { key: 'nights', value: 'YES' },
  ];
  const saved = await request.patch(`${origin}${path}/update/`, { headers: { origin }, data: { answers } });
  expect(saved.status(), await saved.text()).toBe(200);
  await post(request, origin, `${path}/submit/`, {});
  return id;
}

/** Makes a staff transition of the application, its training or its interview. */
export const staffMoves = (
  what: 'application' | 'training' | 'interview',
  id: string,
  action: string,
  besides: { reason?: string; note?: string } = {},
) => triggerEvent({ do: 'move', what, id, action, ...besides });
