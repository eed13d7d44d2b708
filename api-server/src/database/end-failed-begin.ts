import type pg from 'pg';

/**
 * Ends a connection whose transaction could not begin. drizzle-orm 0.45 returns it to nobody: after a restart of the
 * database the pool would have fewer connections for ever, and closing it would never end.
 */
export function endFailedBegin(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  Object.assign(pool, {
    // The pool's own queries pass a function, and return what they took.
    connect: (done?: Parameters<typeof connect>[0]) =>
      done ? connect(done) : connect().then(watchFirstStatement),
  });
}

/** Drizzle's first statement on a connection that it asked for is `begin`. */
function watchFirstStatement(client: pg.PoolClient): pg.PoolClient {
  const watched = async (text: string, values?: unknown[]): Promise<pg.QueryResult> => {
    Reflect.deleteProperty(client, 'query');
    try {
      return await client.query(text, values);
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  return Object.assign(client, { query: watched });
}
