/** The outcomes of an attempt to deliver, as the log keeps them and as clients see them. */

export const deliveryStatuses = ['delivered', 'retrying', 'failed', 'blocked', 'unsupported'] as const;

export const deliveryCodes = [
  /** The address as it is written. */
  'address_not_allowed',
  /** There is no such name, or an address of it is not public: the same code for both. */
  'host_not_public',
  'too_many_calls',
  'no_answer',
  'redirected',
  /** The answer breaks the protocol or a bound. */
  'answer_refused',
  'status_not_2xx',
  /** The mail server refused the message for good: no attempt follows. */
  'mail_refused',
  /** The mail server refused it for now. */
  'mail_deferred',
  'type_not_supported',
  /** Too many deliveries to this destination wait before it. */
  'too_many_waiting',
  /** The sealed address and body are removed, or do not open. */
  'content_gone',
  /** The webhook of the workspace, or the workspace, was removed before it took the delivery. */
  'webhook_removed',
] as const;

export type DeliveryOutcome = {
  readonly status: (typeof deliveryStatuses)[number];
  /** Null for one that was delivered. */
  readonly code: (typeof deliveryCodes)[number] | null;
  /** Of the host's answer, or the mail server's refusal; null where there is none. */
  readonly statusCode: number | null;
};

export const destinationTypes = ['webhook', 'email', 'cloud_drive'] as const;
export type DestinationType = (typeof destinationTypes)[number];
