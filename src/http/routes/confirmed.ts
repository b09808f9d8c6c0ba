/** To confirm is between the client and the gates: the application is only ever told of work that is confirmed. */
export const confirmed = <B extends { confirm?: boolean }>(body: B): Omit<B, 'confirm'> => {
  const input = { ...body };
  delete input.confirm;
  return input;
};
