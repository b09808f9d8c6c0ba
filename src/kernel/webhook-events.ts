/** The kinds of news that a workspace can have sent to its webhooks. */
export const webhookEvents = ['job.completed', 'job.human_review', 'credits.low', 'delivery.failed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The types of bodies that webhooks get; a ping is no news, and each webhook takes it. */
export const noticeTypes = [...webhookEvents, 'webhook.ping'] as const;
export type NoticeType = (typeof noticeTypes)[number];
