import { wireSchema } from '@patchwork/api/openapi';
import { createResolve } from './import/references.ts';
import { sampleOf } from './import/schema-sample.ts';

/** Returns a value that a schema accepts; {} if it can't be described as a JSON Schema. */
export function createExample(schema: Parameters<typeof wireSchema>[0]): unknown {
  try {
    return sampleOf(createResolve({}), wireSchema(schema));
  } catch {
    return {};
  }
}
