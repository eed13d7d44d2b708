import { createApi } from '@patchwork/api';
import { RemotesContext } from '@patchwork/federation/browser';
import { remotesOver } from '@patchwork/federation/testing';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { createShopStore } from '@patchwork/state/host';
import { Provider } from 'jotai';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Frame } from './Frame.tsx';

/** After a change of the frame, `npx vitest run shell -u` updates the file. */
test('app-shell.html is what the frame renders first for a logged-out visitor', async () => {
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo: (page, ..._parameters) => `page:${page}`,
  });
  const router = createMemoryRouter([{ path: '/', Component: Frame }]);
  const html = renderToStaticMarkup(
    <Provider store={store}>
      <RemotesContext value={remotesOver(async () => null, [])}>
        <RouterProvider router={router} />
      </RemotesContext>
    </Provider>,
  );
  await expect(`${html}\n`).toMatchFileSnapshot('./app-shell.html');
});
