import type { Config, SmsProvider } from '#lib/server/config.ts';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { readBytes } from '#lib/server/http/body.ts';
import { clientAddress, networkOf } from '#lib/server/http/client-address.ts';
import { errorResponse } from '#lib/server/http/error-response.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toRateLimitError } from '#lib/server/http/limits/consume-or-throw.ts';
import type { Log } from '#lib/server/log.ts';
import type { Medium } from '../message.ts';
import type { ReadReports } from './delivery-report.ts';
import { createMsg91Reports } from './msg91-reports.ts';
import { recordReports } from './record-reports.ts';
import { createSesReports } from './ses-reports.ts';
import type { SnsOptions } from './sns-message.ts';
import { createTwilioReports } from './twilio-reports.ts';
import { createWebhookReports } from './webhook-reports.ts';
import { answerChallenge, createWhatsAppReports } from './whatsapp-reports.ts';

interface ReportsDeps {
  config: Config;
  db: Db;
  log: Log;
  /** Returns the address of the caller; a test has its own. */
  findAddress?: (request: Request) => string;
  /** How signatures of Amazon are checked; a test has its own. */
  sns?: SnsOptions;
}

/** Meta collects reports; a larger request is not read. [C-28] */
const maxBodyBytes = 256 * 1024;
/** Providers call from few addresses, a few times for each message. [C-12] */
const limit = { max: 6000, windowSeconds: 600 };

interface Provider {
  media: readonly Medium[];
  read: ReadReports;
}

/**
 * Creates the endpoint `/delivery-reports/{provider}/` that providers call with what became of our messages. The signature
 * is checked over the raw body before anything is read from it. Nothing of a request is logged. [C-40, C-41]
 */
export function createReportsEndpoint(deps: ReportsDeps) {
  const { log } = deps;
  return async function handleReports(request: Request): Promise<Response> {
    try {
      return await respond(deps, request);
    } catch (error) {
      return errorResponse(request, error, log);
    }
  };
}

async function respond(
  { config, db, log, findAddress = (one) => clientAddress(one, config), sns }: ReportsDeps,
  request: Request,
): Promise<Response> {
  const { pathname, search, searchParams } = new URL(request.url);
  const [, name = ''] = /^\/delivery-reports\/([a-z0-9]+)\/$/.exec(pathname) ?? [];
  const provider = findProvider(config, name, sns);
  if (!provider) throw new HttpError('NOT_FOUND');
  const key = `delivery-report:${networkOf(findAddress(request))}`;
  const exceeded = await consume(db, [{ key, ...limit }]);
  if (exceeded) throw toRateLimitError(exceeded);

  if (request.method === 'GET' && name === 'whatsapp' && config.whatsappReports) {
    const challenge = answerChallenge(config.whatsappReports, searchParams);
    if (challenge === null) throw new HttpError('PERMISSION_DENIED');
    return new Response(challenge, {
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
    });
  }
  if (request.method !== 'POST') throw new HttpError('METHOD_NOT_ALLOWED', { headers: { allow: 'POST' } });
  const bytes = request.body ? await readBytes(request.body, maxBodyBytes) : new Uint8Array();
  const url = `${config.siteOrigin}${pathname}${search}`;
  const reports = await provider.read({ url, headers: request.headers, body: Buffer.from(bytes) });
  if (!reports) {
    log.warn(
      { event: 'delivery_report.rejected', provider: name },
      'a delivery report has a wrong signature',
    );
    throw new HttpError('PERMISSION_DENIED');
  }
  await recordReports(db, provider.media, reports);
  return Response.json({}, { headers: { 'cache-control': 'no-store' } });
}

/** Returns a provider that is set up here; the others have no address. */
function findProvider(config: Config, name: string, sns?: SnsOptions): Provider | null {
  const { smsProvider, smsFallbackProvider, twilio, whatsappReports, smsWebhookSecret } = config;
  const { emailProvider, sesTopicArn, msg91ReportsKey } = config;
  const sends = (provider: SmsProvider) => provider === smsProvider || provider === smsFallbackProvider;
  if (name === 'whatsapp' && whatsappReports)
    return { media: ['WHATSAPP'], read: createWhatsAppReports(whatsappReports) };
  if (name === 'twilio' && sends('twilio') && twilio)
    return { media: ['SMS'], read: createTwilioReports(twilio) };
  if (name === 'ses' && emailProvider === 'ses' && sesTopicArn)
    return { media: ['EMAIL'], read: createSesReports({ topicArn: sesTopicArn }, sns) };
  if (name === 'msg91' && sends('msg91') && msg91ReportsKey)
    return { media: ['SMS'], read: createMsg91Reports({ key: msg91ReportsKey }) };
  if (name === 'webhook' && sends('webhook'))
    return { media: ['SMS', 'VOICE_CALL'], read: createWebhookReports({ secret: smsWebhookSecret }) };
  return null;
}
