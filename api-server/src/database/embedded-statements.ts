import {
  messages,
  type PGlite,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';

const { serialize } = protocol;
const { DataRowMessage, ParameterDescriptionMessage, RowDescriptionMessage } = messages;

/** Maximum number of statements that Postgres keeps parsed, each of which takes some ten kilobytes. */
const MAX_STATEMENTS = 300;

/** Statement that Postgres has parsed. */
interface Statement {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  readonly columns: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** Runs a statement on a database that nothing else uses meanwhile. */
type Run = (text: string, values?: unknown[], options?: QueryOptions) => Promise<Results>;

const concat = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/**
 * Lets `query` of an open database, and of its transactions, parse each statement once and run it in one message.
 * PGlite's own parses it each time, runs it in six messages, and copies its table of several hundred parsers, which takes
 * ten times as long for a small read. Returns a function that counts the statements which may have changed something.
 */
export async function parseOnce(client: PGlite): Promise<() => number> {
  // As for a statement that is parsed each time: a search is planned for its own words.
  await client.exec('set plan_cache_mode = force_custom_plan');
  const runStatement = createRun(client);
  let writes = 0;
  const run: Run = (text, ...rest) => {
    if (!/^(?:select|set) /.test(text)) writes += 1;
    return runStatement(text, ...rest);
  };
  const transaction = client.transaction.bind(client);
  const query: Run = async (...call) => {
    // As PGlite's `transaction` does: otherwise this statement would overtake a transaction that was called before.
    await client.waitReady;
    return client._runExclusiveTransaction(() => client._runExclusiveQuery(() => run(...call)));
  };
  const within = (tx: Transaction): Transaction => {
    const queryWithin: Run = async (...call) => {
      if (tx.closed) throw new Error('Transaction is closed');
      return client._runExclusiveQuery(() => run(...call));
    };
    return Object.assign(tx, { query: queryWithin });
  };
  Object.assign(client, {
    query,
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      transaction((tx) => work(within(tx))),
  });
  return () => writes;
}

function createRun(client: PGlite): Run {
  /** Statements by text, least recently used first. */
  const statements = new Map<string, Statement>();
  let count = 0;

  const send = async (...parts: readonly Uint8Array[]) =>
    (await client.execProtocol(concat([...parts, serialize.sync()]))).messages;

  async function parse(text: string): Promise<Statement> {
    count += 1;
    const name = `statement_${count}`;
    const described = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    const parameters = described.find((each) => each instanceof ParameterDescriptionMessage);
    const rows = described.find((each) => each instanceof RowDescriptionMessage);
    return { name, parameterTypes: parameters?.dataTypeIDs ?? [], columns: rows?.fields ?? [] };
  }

  async function find(text: string): Promise<Statement> {
    const statement = statements.get(text) ?? (await parse(text));
    statements.delete(text);
    statements.set(text, statement);
    const [oldest] = statements;
    if (statements.size > MAX_STATEMENTS && oldest) {
      statements.delete(oldest[0]);
      await send(serialize.close({ type: 'S', name: oldest[1].name }));
    }
    return statement;
  }

  return async (text, values = [], { rowMode, parsers } = {}) => {
    const { name, parameterTypes, columns } = await find(text);
    const encoded = values.map((value, index) => {
      if (value === null || value === undefined) return null;
      return client.serializers[parameterTypes[index] ?? 0]?.(value) ?? String(value);
    });
    const received = await send(
      serialize.bind({ statement: name, values: encoded }),
      serialize.execute({}),
    );
    const decoders = columns.map(({ dataTypeID: type }) => parsers?.[type] ?? client.parsers[type]);
    const rows: unknown[] = [];
    for (const message of received) {
      if (!(message instanceof DataRowMessage)) continue;
      const cells = message.fields.map((text, index) =>
        text === null ? null : (decoders[index]?.(text) ?? text),
      );
      rows.push(
        rowMode === 'array'
          ? cells
          : Object.fromEntries(columns.map((column, index) => [column.name, cells[index]])),
      );
    }
    return { rows: rows as Results['rows'], fields: [...columns] };
  };
}
