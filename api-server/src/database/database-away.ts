/** SQLSTATE: connection failures, a full disk, and a server that shuts down, crashed or starts. */
const awayState = /^(?:08\d{3}|53100|57P0[123])$/;

/** Codes of node: the address is not listened on, or the connection broke. */
const awayCode =
  /^(?:ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;

/** Messages of the driver about a broken connection, which have no code. */
const awayText = /^(?:Connection terminated|Client has encountered a connection error)/;

/**
 * SQLSTATE: too many connections, a lock that was not had in time, a statement that took too long, and a
 * transaction that Postgres ended because of another one.
 */
const busyState = /^(?:53300|55P03|57014|40001|40P01)$/;

/** Message of the pool when all of its connections were in use for too long; it has no code. */
const busyText = /^timeout exceeded when trying to connect/;

type DatabaseFailure = 'databaseAway' | 'busy';

/**
 * Returns why a statement could not be executed where it is no fault of its own: Postgres could not be reached, or has
 * too much to do. Drizzle's and the driver's errors have the error of the connection as their cause.
 */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = String(Reflect.get(error, 'code'));
  if (busyState.test(code) || busyText.test(error.message)) return 'busy';
  if (awayState.test(code) || awayCode.test(code) || awayText.test(error.message)) {
    return 'databaseAway';
  }
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.map(databaseFailure).find((failure) => failure !== undefined);
}
