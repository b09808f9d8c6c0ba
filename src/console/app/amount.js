/**
 * An amount of credits as people read it, such as `1,234 credits`.
 * @param {number} amount
 */
export const creditsOf = (amount) => `${amount.toLocaleString()} ${amount === 1 ? 'credit' : 'credits'}`;
