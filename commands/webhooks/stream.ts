export const webhooksStream = (workspaceId: string): string => `webhooks-${workspaceId}`;
