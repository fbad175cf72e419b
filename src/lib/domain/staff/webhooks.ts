/** Webhooks: addresses of other systems that get events. docs/webhooks.md has what each event says. */

/** The types of events, with what each one means. */
export const webhookEventLabels = {
  'lead.created': 'A lead is new',
  'enrolment.confirmed': 'An enrolment is confirmed',
  'application.status_changed': 'An application changes its status',
  'offer.made': 'An offer is made',
  'offer.accepted': 'An offer is accepted',
  'offer.declined': 'An offer is declined',
} as const;
export type WebhookEventType = keyof typeof webhookEventLabels;

/** The event that an admin sends to see whether an address works. */
export const testEventType = 'webhook.test';

export const webhookStatusLabels = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  DISABLED: 'Switched off after failures',
} as const;
export type WebhookStatus = keyof typeof webhookStatusLabels;

/** More than an office has systems. */
export const maxWebhooks = 20;

/** For how many hours after a change requests are signed with the old secret too. */
export const oldSecretHours = 24;

/** A webhook is switched off after so many days without one success, and at least so many failed attempts. */
export const disableAfter = { days: 3, failures: 20 } as const;

export const deliveryStatusLabels = {
  QUEUED: 'Waiting',
  SENT: 'Delivered',
  FAILED: 'Failed',
} as const;
export type DeliveryStatus = keyof typeof deliveryStatusLabels;
