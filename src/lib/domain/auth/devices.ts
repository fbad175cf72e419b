/** What a signed-in browser runs on, as far as it says. */
export const deviceKinds = ['PHONE', 'TABLET', 'COMPUTER', 'UNKNOWN'] as const;
export type DeviceKind = (typeof deviceKinds)[number];
