/** The providers that this build may send events to, beside our own server. */
const analyticsProviders: readonly string[] = [
  import.meta.env.PUBLIC_TAG_MANAGER_ID && 'Google Tag Manager',
  import.meta.env.PUBLIC_POSTHOG_KEY && 'PostHog',
].filter((name) => typeof name === 'string' && name !== '');

/** Returns the question to which a visitor answers with Accept or Refuse. */
export function consentQuestion(): string {
  const others = analyticsProviders.length ? ` We use ${analyticsProviders.join(' and ')} for it.` : '';
  const chat = import.meta.env.PUBLIC_INTERCOM_APP_ID ? ', and load our chat by Intercom' : '';
  return `May we count your visit, to improve this site${chat}?${others}`;
}

/** Says whom a visitor allows to learn of the visit, as this build is set up. */
export function recipientsText(): string {
  const chat = import.meta.env.PUBLIC_INTERCOM_APP_ID
    ? ' The chat is a service of Intercom. It sets cookies of its own, and after you log in it gets your name, email and mobile number.'
    : '';
  if (!analyticsProviders.length) return `The counts go to our own server and to nobody else.${chat}`;
  return `The counts go to our own server and to ${analyticsProviders.join(' and ')}. After you log in, we also send them your name and email. They may set cookies of their own.${chat}`;
}
