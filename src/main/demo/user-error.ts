/** An error that the user can correct: shown as one clear line, without a stack. */
export class UserError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'UserError';
  }
}
