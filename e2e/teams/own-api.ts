import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TeamRepository } from './team-repository.ts';

/* An API of a remote's own, as a team would write it: endpoints, the mock's answers, a page and its test. */

const files = {
  'src/api.ts': `import { asIs, type OwnEndpoint } from '@patchwork/shop/api';
import * as v from 'valibot';

const note = v.object({ id: v.string(), text: v.string() });

export const notes = {
  listNotes: {
    method: 'GET',
    path: '/api/gift-notes',
    access: 'open',
    response: v.object({ notes: v.array(note) }),
  },
  addNote: {
    method: 'POST',
    path: '/api/gift-notes',
    access: 'open',
    status: 201,
    body: asIs(v.object({ text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(20)) })),
    response: note,
  },
} as const satisfies Record<string, OwnEndpoint>;

export const wraps = {
  findWrap: {
    method: 'GET',
    path: 'https://api.gifts.example/wraps/:wrapId',
    access: 'open',
    response: v.object({ paper: v.string() }),
  },
} as const satisfies Record<string, OwnEndpoint>;
`,
  'src/exposes/NotesApi.ts': `import { mockApi } from '@patchwork/shop/api';
import { ok } from '@patchwork/shop/domain';
import { notes } from '../api.ts';

const firstNotes = () => ({ notes: [{ id: '1', text: 'Happy birthday' }] });

export const api = mockApi(notes, firstNotes, {
  listNotes: ({ data }) => ok({ notes: data.notes }),
  addNote: ({ data, body }) => {
    const added = { id: String(data.notes.length + 1), text: body.text };
    data.notes.push(added);
    return ok(added);
  },
});
`,
  'src/exposes/WrapsApi.ts': `import { mockApi } from '@patchwork/shop/api';
import { err, ok } from '@patchwork/shop/domain';
import { wraps } from '../api.ts';

export const api = mockApi(wraps, () => null, {
  findWrap: ({ params }) =>
    params.wrapId === 'red'
      ? ok({ paper: 'Red paper' })
      : err({ status: 404, code: 'wrapUnknown', text: 'There is no such paper.' }),
});
`,
  'src/features/notes/NotesPage.tsx': `import { describeError, servicesAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { notes, wraps } from '../../api.ts';

export function NotesPage() {
  const { api } = useAtomValue(servicesAtom);
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const [paper, setPaper] = useState('');
  useEffect(() => {
    // Not by the shop's client, as a library would.
    void fetch('/api/gift-notes').then((answer) => answer.json()).then((found) => setTexts(found.notes.map(({ text }: { text: string }) => text)));
    void api.call(wraps.findWrap, { wrapId: 'red' }).then((found) => setPaper(found.ok ? found.value.paper : describeError(found.error)));
  }, [api]);
  async function add(text: string): Promise<void> {
    const added = await api.call(notes.addNote, { body: { text } });
    setMessage(added.ok ? 'Added' : describeError(added.error));
    if (added.ok) setTexts((before) => [...before, added.value.text]);
  }
  return (
    <div className="container">
      <h1 tabIndex={-1}>Own API</h1>
      <ul>{texts.map((text) => <li key={text}>{text}</li>)}</ul>
      <p>{paper}</p>
      <button type="button" onClick={() => void add('For Tara')}>Add</button>
      <button type="button" onClick={() => void add('A text that is far too long')}>Add too much</button>
      <p role="status">{message}</p>
    </div>
  );
}
`,
  'src/exposes/NotesPage.tsx': `export { NotesPage as Component } from '../features/notes/NotesPage.tsx';
`,
  'src/features/notes/notes.test.ts': `import { createTestMock } from '@patchwork/kit/testing';
import { expect, test } from 'vitest';
import { notes } from '../../api.ts';
import { api } from '../../exposes/NotesApi.ts';

test('a note is added, and the mock counts and fails the call', async () => {
  const mock = createTestMock({ apis: [api] });
  const client = mock.connect();
  expect(await client.call(notes.addNote, { body: { text: 'x' } })).toMatchObject({ ok: true });
  mock.fail({ 'POST /api/gift-notes': 503 });
  expect(await client.call(notes.addNote, { body: { text: 'x' } })).toMatchObject({ ok: false });
  expect(mock.calls).toHaveLength(2);
});
`,
};

/** Adds an API of its own, a page at /own-api and a test to a team's repository. */
export async function addOwnApi({ root }: TeamRepository): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  const declaration = path.join(root, 'remote.json');
  const declared = JSON.parse(await readFile(declaration, 'utf8'));
  declared.routes.push({
    page: 'own-api',
    path: '/own-api',
    access: 'open',
    module: './NotesPage',
  });
  const apis = { '/api/gift-notes': './NotesApi', 'https://api.gifts.example': './WrapsApi' };
  await writeFile(declaration, JSON.stringify({ ...declared, apis }));
  const manifest = path.join(root, 'package.json');
  const { dependencies, ...rest } = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(
    manifest,
    JSON.stringify({ ...rest, dependencies: { ...dependencies, valibot: '^1.0.0' } }),
  );
  const installed = path.resolve(import.meta.dirname, '../../shop/node_modules/valibot');
  await symlink(installed, path.join(root, 'node_modules/valibot'));
}
