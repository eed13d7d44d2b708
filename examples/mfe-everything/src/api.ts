import { asIs, type OwnEndpoint } from '@patchwork/shop/api';
import * as v from 'valibot';

const note = v.object({ id: v.string(), text: v.string() });

export const notes = {
  listNotes: {
    method: 'GET',
    path: '/api/everything/notes',
    access: 'open',
    response: v.object({ notes: v.array(note) }),
  },
  addNote: {
    method: 'POST',
    path: '/api/everything/notes',
    access: 'open',
    status: 201,
    body: asIs(v.object({ text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(20)) })),
    response: note,
  },
} as const satisfies Record<string, OwnEndpoint>;

export const papers = {
  findPaper: {
    method: 'GET',
    path: 'https://papers.example/papers/:paperId',
    access: 'open',
    response: v.object({ paper: v.string() }),
  },
} as const satisfies Record<string, OwnEndpoint>;
