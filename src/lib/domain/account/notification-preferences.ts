/** The kinds of messages that a person can turn off. Codes and what the person just did are always sent. */
export const notificationKinds = [
  'reminders',
  'updates',
  'offers',
  'agenda',
  'alerts',
  'newLeads',
  'ownLeads',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationChannels = ['email', 'sms', 'whatsapp'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

export type NotificationPreferences = Record<NotificationKind, Record<NotificationChannel, boolean>>;

/**
 * The kinds whose switches give a consent. Reminders and updates have theirs on the account page, the agenda and the leads of staff
 * below Today, and the new jobs of a search beside the saved jobs. Offers need a consent of their own besides.
 */
export const switchedKinds = [
  'reminders',
  'updates',
  'agenda',
  'alerts',
  'newLeads',
  'ownLeads',
] as const satisfies NotificationKind[];

/** What a switch says, and what the consent that it gives is stored with. */
export const switchWording = (kind: NotificationKind, channel: NotificationChannel): string =>
  `${kindLabels[kind]} by ${channelLabels[channel]}`;

export const kindLabels = {
  reminders: 'Reminders',
  updates: 'Updates',
  offers: 'Offers and news',
  agenda: 'The day’s list at 8 am',
  alerts: 'New jobs of my searches',
  newLeads: 'New and late leads without an owner',
  ownLeads: 'My leads that are late or ask again',
} as const;
const channelLabels = { email: 'email', sms: 'SMS', whatsapp: 'WhatsApp' } as const;

/** The sentence below the sign-up, by which a person agrees to reminders and updates. [AUTH-21] */
export const signUpWording =
  'By continuing, you agree to our Terms, Privacy Policy and to receive updates via call, email or WhatsApp.';

/** What a person gets only after asking for it. */
const kindsOnRequest: readonly NotificationKind[] = ['agenda', 'alerts', 'newLeads'];

/**
 * Reads stored preferences. What is absent is on, except the kinds that a person asks for. An account that has not
 * changed them since there was one switch per channel keeps a channel turned off for every kind.
 */
export function readPreferences(stored: unknown): NotificationPreferences {
  const values = asRecord(stored);
  const read = (kind: NotificationKind, channel: NotificationChannel): boolean => {
    const value = asRecord(values[kind])[channel];
    if (typeof value === 'boolean') return value;
    if (kindsOnRequest.includes(kind)) return false;
    return values[channel] !== false;
  };
  const byChannel = (kind: NotificationKind) =>
    Object.fromEntries(notificationChannels.map((channel) => [channel, read(kind, channel)]));
  return Object.fromEntries(
    notificationKinds.map((kind) => [kind, byChannel(kind)]),
  ) as NotificationPreferences;
}

export type PreferenceChanges = {
  [K in NotificationKind]?: { [C in NotificationChannel]?: boolean | undefined } | undefined;
};

/** Returns the preferences after some of them have changed. */
export function changePreferences(
  before: NotificationPreferences,
  changes: PreferenceChanges,
): NotificationPreferences {
  const after = readPreferences(before);
  for (const kind of notificationKinds)
    for (const channel of notificationChannels)
      after[kind][channel] = changes[kind]?.[channel] ?? after[kind][channel];
  return after;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
