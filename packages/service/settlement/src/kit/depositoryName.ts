/** Name of a chain's depository among the accounts that are compared; a sender has its address. */
export const depositoryName = 'depository';
