import { Ajv2020 } from 'ajv/dist/2020.js';
import { type EndpointName, endpoints } from '../src/index.ts';
import { createOpenApi, documentedPath } from '../src/openapi/openapi.ts';

// The document is OpenAPI, of which only the schemas inside are JSON Schema. Formats are the table's matter.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const openApi = createOpenApi();
ajv.addSchema(openApi, 'openapi');

const step = (key: string): string =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

function whereDocumented(name: EndpointName, status: number): string {
  const { method, status: success } = endpoints[name];
  if (status >= 500) return '/components/responses/Failure';
  if (status >= 400) return '/components/responses/Refusal';
  const operation = `/paths/${step(documentedPath(endpoints[name]))}/${method.toLowerCase()}`;
  return `${operation}/responses/${success}`;
}

/** In what an answer differs from the OpenAPI document; empty when it is as documented. */
export function differences(name: EndpointName, status: number, data: unknown): string {
  const schema = `${whereDocumented(name, status)}/content/application~1json/schema`;
  const validate = ajv.getSchema(`openapi#${schema}`);
  if (!validate) throw new Error(`The document has no answer ${status} of ${name}`);
  return validate(data) ? '' : ajv.errorsText(validate.errors);
}
