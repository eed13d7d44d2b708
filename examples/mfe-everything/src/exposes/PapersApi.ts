import { mockApi } from '@patchwork/shop/api';
import { err, ok } from '@patchwork/shop/domain';
import { papers } from '../api.ts';

export const api = mockApi(papers, () => null, {
  findPaper: ({ params }) =>
    params.paperId === 'red'
      ? ok({ paper: 'Red paper' })
      : err({ status: 404, code: 'paperUnknown', text: 'There is no such paper.' }),
});
