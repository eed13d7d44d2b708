// @vitest-environment happy-dom

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isJsonType, methods } from '../../../request-body.ts';
import type { ImportedRequest } from './imported.ts';
import documents from './real-documents.json' with { type: 'json' };
import { read } from './testing.ts';

const allMethods = [...methods, 'OPTIONS', 'HEAD', 'TRACE', 'QUERY'];

/** Returns the operations of a document, counted without the import's own code. */
function operationsOf(document: Readonly<Record<string, unknown>>) {
  const { components } = Object(document);
  return Object.entries(Object(document.paths ?? {})).flatMap(([name, part]) => {
    const { $ref } = Object(part);
    const item = $ref
      ? Object(components?.pathItems ?? document.paths)[
          decodeURIComponent(String($ref).split('/').at(-1) ?? '').replaceAll('~1', '/')
        ]
      : part;
    return Object.keys(Object(item)).flatMap((key) => {
      const method = key.toUpperCase();
      return allMethods.includes(method) && !name.startsWith('x-') ? [{ method, path: name }] : [];
    });
  });
}

/** Says what is wrong with a request of an operation; undefined for nothing. */
function problemOf(
  { draft, notes }: ImportedRequest,
  { method, path: template }: { method: string; path: string },
) {
  if (draft.method !== method) return `${method} ${template} became ${draft.method}`;
  const { pathname, hash } = new URL(draft.endpoint, location.href);
  const pieces = template.replace(/[?#].*/s, '').split(/\{[^{}]+\}/);
  const escaped = pieces.map((piece) =>
    encodeURI(decodeURI(piece)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  if (!new RegExp(`${escaped.join('.+')}$`).test(pathname + hash) && !template.includes('#')) {
    return `${method} ${template} is at ${draft.endpoint}`;
  }
  if (/%7B|\{/.test(pathname) && notes.length === 0) return `${draft.endpoint} has a variable`;
  const type = draft.headers.find(({ header }) => header === 'Content-Type')?.value;
  try {
    if (draft.body !== '' && (type === undefined || isJsonType(type))) JSON.parse(draft.body);
  } catch {
    return `${draft.endpoint} has a body that is no JSON`;
  }
  return undefined;
}

describe.runIf(process.env.ALL_TESTS === 'true')('a public document', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'patchwork-documents-'));
    const names = [...new Set(documents.map((document) => document.package))];
    const options = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', [...options, ...names], { cwd: folder });
  }, 600_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(documents)(
    'is read without a wrong or lost request: $package $file',
    async ({ package: name, file, requests, leftOut, withoutBody }) => {
      const inside = path.join(folder, 'node_modules', name.replace(/@[^@/]+$/, ''), file);
      const text = await readFile(inside, 'utf8');
      const found = read(text);
      const operations = operationsOf(
        Object(text.startsWith('{') ? JSON.parse(text) : parse(text, { uniqueKeys: false })),
      );
      const sendable = operations.filter(({ method }) => methods.some((known) => known === method));
      const problems = found.requests.map((request, index) => {
        const operation = sendable[index];
        return operation ? problemOf(request, operation) : 'too many';
      });
      expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
      expect([sendable.length, operations.length]).toEqual([
        found.requests.length,
        requests + leftOut,
      ]);
      const bodiless = found.requests.filter(({ notes }) =>
        notes.some((note) => note.startsWith('without its body')),
      );
      expect({
        requests: found.requests.length,
        leftOut: found.leftOut,
        withoutBody: bodiless.length,
      }).toEqual({ requests, leftOut, withoutBody });
    },
    120_000,
  );
});
