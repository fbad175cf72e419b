/** Programs that run scripts of a page and are no visitors. */
const botAgent = /bot\b|crawl|spider|slurp|preview|headless|lighthouse|monitor/i;

/** Tells whether a user agent is a program; a request without one is too. */
export const isBotAgent = (userAgent: string): boolean => !userAgent || botAgent.test(userAgent);
