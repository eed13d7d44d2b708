import { createTestMock, openPage } from '@patchwork/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notes } from '../api.ts';
import { api as notesApi } from '../exposes/NotesApi.ts';
import { api as papersApi } from '../exposes/PapersApi.ts';
import { OwnApi } from './OwnApi.tsx';

test('the page shows what both APIs answer', async () => {
  await openPage(OwnApi, { apis: [notesApi, papersApi] });
  expect(await screen.findByText('Happy birthday')).toBeDefined();
  expect(await screen.findByText('Red paper')).toBeDefined();
});

test('a note is added, and the mock counts and fails the call', async () => {
  const mock = createTestMock({ apis: [notesApi] });
  const client = mock.connect();
  expect(await client.call(notes.addNote, { body: { text: 'x' } })).toMatchObject({ ok: true });
  mock.fail({ 'POST /api/everything/notes': 503 });
  expect(await client.call(notes.addNote, { body: { text: 'x' } })).toMatchObject({ ok: false });
  expect(mock.calls).toHaveLength(2);
});
