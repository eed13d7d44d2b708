import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';
import { bySeverity } from '../findings.ts';
import { locate, locateShell } from '../gate/gate.ts';
import { checkServedApi, shapeOf } from '../gate/rules/api.ts';
import { type Fields, readTypes, type TypesIndex } from '../gate/types/types-index.ts';
import { liveOf, readRegistry, remotesIn } from '../release-folder/registry.ts';
import type { Checked } from './publish.ts';

type Schema = Readonly<Record<string, unknown>>;

const record = v.record(v.string(), v.unknown());
const operationSchema = v.object({
  responses: v.record(
    v.string(),
    v.object({ content: v.optional(v.record(v.string(), v.object({ schema: record }))) }),
  ),
});

const documentSchema = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.optional(v.object({ schemas: v.optional(v.record(v.string(), record), {}) })),
});

/** Maximum depth of the fields that are read. Responses are flat, so deeper ones don't matter. */
const MAX_DEPTH = 16;

const asSchema = (value: unknown): Schema => (v.is(record, value) ? value : {});

/** Returns the fields of a JSON schema; null if the schema doesn't list them. */
function fieldsOf(given: unknown, named: Readonly<Record<string, Schema>>, depth = 0): Fields {
  const schema = asSchema(given);
  if (depth > MAX_DEPTH) return null;
  const { $ref, items, properties } = schema;
  if (typeof $ref === 'string') {
    return fieldsOf(named[$ref.replace(/^.*\//, '')], named, depth + 1);
  }
  if (items !== undefined) return { '*': fieldsOf(items, named, depth + 1) };
  const within = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) =>
    Array.isArray(list) ? list.map((each) => fieldsOf(each, named, depth + 1) ?? {}) : [],
  );
  const own = Object.entries(asSchema(properties)).map(([name, inner]) => [
    name,
    fieldsOf(inner, named, depth + 1),
  ]);
  const fields: Fields = Object.assign({}, ...within, Object.fromEntries(own));
  return Object.keys(fields ?? {}).length > 0 ? fields : null;
}

/**
 * Returns those calls in `known` that a server has, each with the fields of the server's response. Throws a
 * ReleaseError if `document` is not an OpenAPI document.
 */
function servedCalls(document: unknown, known: TypesIndex['api']): TypesIndex['api'] {
  const parsed = v.safeParse(documentSchema, document);
  if (!parsed.success) throw new ReleaseError('This is not an OpenAPI document: it has no “paths”');
  const { paths, components } = parsed.output;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      v.is(operationSchema, operation) ? [{ path, method, operation }] : [],
    ),
  );
  const found = Object.entries(known).flatMap(([name, { method, path }]) => {
    const served = operations.find(
      (each) =>
        each.method.toUpperCase() === method &&
        shapeOf(each.path.replaceAll(/\{(\w+)\}/g, ':$1')) === shapeOf(path),
    );
    if (!served) return [];
    const [success] = Object.entries(served.operation.responses).filter(([status]) =>
      /^2/.test(status),
    );
    const schema = success?.[1].content?.['application/json']?.schema;
    return [[name, { method, path, answer: fieldsOf(schema, components?.schemas ?? {}) }]];
  });
  return Object.fromEntries(found);
}

/**
 * Checks that an API server has the calls that live pieces make. `document` is its OpenAPI document, `address` names
 * the server in findings. Throws a ReleaseError if `document` is not an OpenAPI document, or if no shell is live,
 * because nothing calls the API then.
 */
export async function checkApiServer(
  release: string,
  address: string,
  document: unknown,
): Promise<Checked> {
  const registry = await readRegistry(release);
  if (!registry.shell)
    throw new ReleaseError(`No shell is live in ${release}, so no piece calls an API`);
  const shell = await locateShell([release], registry.shell.version);
  const { api = {} } = (await readTypes(shell.folder))?.index ?? {};
  const live = remotesIn(registry).flatMap(liveOf);
  const remotes = await Promise.all(live.map((remote) => locate([release], remote)));
  const served = { name: address, api: servedCalls(document, api) };
  const findings = await checkServedApi(shell, remotes, served);
  return { names: [address], ...bySeverity(findings) };
}
