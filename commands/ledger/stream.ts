/** One ledger per workspace: writers of different tenants never meet. */
export const ledgerStream = (workspaceId: string): string => `ledger-${workspaceId}`;
