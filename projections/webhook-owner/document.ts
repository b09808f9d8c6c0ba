/** The workspace of a webhook: its id alone names no stream. */
export type WebhookOwnerDocument = { readonly workspaceId: string };
