/**
 * Matches the addresses that are a secret, because whoever has one can open the page. No cookie stores them, and neither analytics nor
 * the chat runs there, because a provider would learn them.
 */
export const secretAddress = /\/(shortlist|unsubscribe|callback)\/./;
