import { useMediaQuery } from '../ui/use-media-query.ts';

/** Returns whether the window is wide enough for forms and preview side by side; false on the server. [APP-05] */
export const useWideScreen = (): boolean => useMediaQuery('(width >= 1025px)');
