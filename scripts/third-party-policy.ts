/**
 * The sources that the content security policy allows for analytics plugins and the chat. Each one only where its setting is given at
 * build; without settings there are none. [C-35]
 */
export interface ThirdPartySources {
  script: string[];
  connect: string[];
  image: string[];
  frame: string[];
  font: string[];
  media: string[];
  /** Whether a provider writes style elements, which cannot have hashes. */
  hasInlineStyles: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const tagManager = {
  script: ['https://www.googletagmanager.com'],
  connect: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
  image: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
};

/** As Intercom's article “Using Intercom with Content Security Policy” lists them. */
const intercom = {
  script: ['https://widget.intercom.io', 'https://js.intercomcdn.com'],
  connect: [
    'https://*.intercom.io',
    'wss://*.intercom.io',
    'https://*.intercom-messenger.com',
    'wss://*.intercom-messenger.com',
    'https://uploads.intercomcdn.com',
    'https://uploads.intercomcdn.eu',
    'https://uploads.intercomusercontent.com',
  ],
  image: [
    'blob:',
    'https://js.intercomcdn.com',
    'https://static.intercomassets.com',
    'https://*.intercomcdn.com',
    'https://uploads.intercomusercontent.com',
  ],
  frame: ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
  font: ["'self'", 'https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
  media: ["'self'", 'https://js.intercomcdn.com', 'https://downloads.intercomcdn.com'],
};

/** Returns the sources that the settings of a build need. */
export function thirdPartySources(env: Environment): ThirdPartySources {
  const posthog = env.PUBLIC_POSTHOG_KEY
    ? [new URL(env.PUBLIC_POSTHOG_HOST || 'https://eu.i.posthog.com').origin]
    : [];
  const parts: Partial<Record<string, string[]>>[] = [
    env.PUBLIC_TAG_MANAGER_ID ? tagManager : {},
    { connect: posthog },
    env.PUBLIC_INTERCOM_APP_ID ? intercom : {},
  ];
  const collect = (kind: string) => parts.flatMap((part) => part[kind] ?? []);
  return {
    script: collect('script'),
    connect: collect('connect'),
    image: collect('image'),
    frame: collect('frame'),
    font: collect('font'),
    media: collect('media'),
    hasInlineStyles: Boolean(env.PUBLIC_INTERCOM_APP_ID),
  };
}
