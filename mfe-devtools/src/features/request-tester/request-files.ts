import {
  type FilledRequest,
  fillRequest,
  parseRequestFile,
  type RequestFile,
  responseProblems,
  variablesOf,
} from '@patchwork/host/request-files';
import type { Draft } from '../../draft.ts';
import { hideInAddress } from '../../secrets.ts';
import { defaultAccept, type WireRequest } from './request.ts';
import type { Step } from './sequence.ts';

export interface OpenedFile {
  readonly name: string;
  readonly request: RequestFile;
}

interface OpenedFiles {
  readonly files: readonly OpenedFile[];
  /** Sentences about files that can't be used. */
  readonly problems: readonly string[];
}

/** Reads the chosen files, by name. */
export async function openFiles(chosen: readonly File[]): Promise<OpenedFiles> {
  const files: OpenedFile[] = [];
  const problems: string[] = [];
  for (const file of chosen.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const parsed = parseRequestFile(await file.text());
    if (parsed.ok) files.push({ name: file.name, request: parsed.value });
    else problems.push(...parsed.error.map((problem) => `${file.name}: ${problem}`));
  }
  return { files, problems };
}

/** Names of the variables of all files, each once. */
export const variablesIn = (files: readonly OpenedFile[]): readonly string[] => [
  ...new Set(files.flatMap(({ request }) => variablesOf(request))),
];

function toWire({ method, address, headers, body }: FilledRequest, page: string): WireRequest {
  const hasAccept = Object.keys(headers).some((name) => name.toLowerCase() === 'accept');
  return {
    ...{ method, url: new URL(address, page).href },
    headers: hasAccept ? headers : { Accept: defaultAccept, ...headers },
    ...(body !== undefined && { body }),
  };
}

type Values = Readonly<Record<string, string>>;

/** Returns a file's request with its check; undefined if a variable has no value. */
export function stepOf({ request }: OpenedFile, values: Values, page: string): Step | undefined {
  const filled = fillRequest(request, values);
  if (!filled.ok || !URL.canParse(filled.value.address, page)) return undefined;
  return {
    // As in the file: a variable's value may be a secret.
    ...{ method: request.method, path: hideInAddress(request.address) },
    request: toWire(filled.value, page),
    check: (answer) => responseProblems(request.expect, answer),
  };
}

/** Percent-encoded braces would be no variable. */
const withBraces = (text: string): string => text.replace(/%7B%7B([A-Za-z_]\w*)%7D%7D/g, '{{$1}}');

/** Returns a file's request for the form, with the variables that have a value filled in. */
export function draftOf({ request }: OpenedFile, values: Values): Draft {
  const missing = variablesOf(request).filter((name) => !Object.hasOwn(values, name));
  const kept = Object.fromEntries(missing.map((name) => [name, `{{${name}}}`]));
  const filled = fillRequest(request, { ...values, ...kept });
  const { method, address, headers, body = '' } = filled.ok ? filled.value : request;
  return {
    method,
    endpoint: withBraces(address),
    headers: Object.entries(headers).map(([header, value]) => ({ isUsed: true, header, value })),
    body: withBraces(String(body)),
  };
}
