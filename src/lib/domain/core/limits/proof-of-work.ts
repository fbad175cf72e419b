/** The header in which a client sends the answer to a challenge. [C-12] */
export const proofHeader = 'Proof-Of-Work';

/** The field of a form without script that holds the signed wait. [C-12] */
export const waitField = 'wait';
