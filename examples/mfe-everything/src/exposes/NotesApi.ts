import { mockApi } from '@patchwork/shop/api';
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
