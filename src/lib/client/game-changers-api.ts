/** Returns the origin of the second API, "game-changers"; empty until it is configured. No call of it is known. [APP-04] */
export const getGameChangersApiBase = (): string => import.meta.env.PUBLIC_GAME_CHANGERS_API_BASE_URL ?? '';
