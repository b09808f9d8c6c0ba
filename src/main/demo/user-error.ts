/** What the person at the keyboard can put right: shown as one clear line, without a stack. */
export class UserError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'UserError';
  }
}
