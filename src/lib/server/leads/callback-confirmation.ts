import { dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import { callbackPath } from './callback-link.ts';

interface CallbackConfirmation {
  reference: string;
  phoneE164: string;
  email: string | null;
  userId: string | null;
  timeZone: string;
  expectedBy: Date;
}

type ConfirmationChange = 'booked' | 'moved' | 'cancelled';

interface ConfirmationDeps {
  trx: Db;
  config: Config;
  messages: Messages;
}

/**
 * Queues an SMS, and an email if the person gave an address, that say when we call and how to move or cancel the call. They
 * contain nothing that a visitor typed, so that nobody can send their own words through us. [API-53]
 */
export async function confirmCallback(
  { trx, config, messages }: ConfirmationDeps,
  request: CallbackConfirmation,
  change: ConfirmationChange,
): Promise<void> {
  const { reference, phoneE164, email, userId, timeZone, expectedBy } = request;
  const page = `${config.siteOrigin}${callbackPath(config, reference)}`;
  const by = dateTimeText(expectedBy, defaultTimeZone, timeZone);
  const { title, text, linkLabel } = describe(change, by, reference);
  const template: EmailTemplate = {
    title,
    paragraphs: ['Hello,', text],
    links: [
      { label: linkLabel, href: page },
      ...(change === 'cancelled' ? [] : [{ label: 'Add to your calendar', href: `${page}call.ics` }]),
    ],
    footnote: `You get this email because somebody asked for a call with this address at ${new URL(config.siteOrigin).host}. If it was not you, cancel the call with the link above.`,
  };
  await notify(
    { trx, messages, config },
    {
      sender: 'callback-confirmation',
      recipient: { address: { userId, email, phone: phoneE164, timeZone } },
      text,
      sms: `Liftoff: ${text} ${linkLabel}: ${page}`,
      email: { subject: title, body: template },
      dedupeKey: `callback:${reference}:${change}:${expectedBy.toISOString()}`,
    },
  );
}

function describe(change: ConfirmationChange, by: string, reference: string) {
  if (change === 'cancelled')
    return {
      title: 'Your call is cancelled',
      text: `Your call is cancelled. Reference ${reference}.`,
      linkLabel: 'See the cancelled call',
    };
  return {
    title: change === 'moved' ? 'Your call has a new time' : 'We will call you',
    text: `A counsellor calls you by ${by}. Reference ${reference}.`,
    linkLabel: 'Move or cancel the call',
  };
}
