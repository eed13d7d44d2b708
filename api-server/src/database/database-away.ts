/**
 * SQLSTATE: connection failures, a server that shuts down, crashed or starts, too many connections, and a
 * statement that took too long, such as one that waits for an import.
 */
const awayState = /^(?:08\d{3}|57P0[123]|53300|57014)$/;

/** Of node: the address is not listened on, or the connection broke. */
const awayCode =
  /^(?:ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;

/** What the driver says of a connection without giving a code. */
const awayText =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Whether a statement failed because Postgres could not be reached, did not answer in time, or the connection broke. Drizzle's and the
 * driver's errors have the error of the connection as their cause.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String(Reflect.get(error, 'code'));
  if (awayState.test(code) || awayCode.test(code) || awayText.test(error.message)) return true;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.some(isDatabaseAway);
}
