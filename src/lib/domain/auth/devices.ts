/** The kinds of devices, as the browser reports them. */
export const deviceKinds = ['PHONE', 'TABLET', 'COMPUTER', 'UNKNOWN'] as const;
export type DeviceKind = (typeof deviceKinds)[number];
