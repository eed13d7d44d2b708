import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kit } from '@patchwork/build/kit';

/** Whether this is the shop's workspace, with TypeScript, or the published package, with JavaScript. */
const isWorkspace = import.meta.url.endsWith('.ts');

const moduleHere = (name: string): string =>
  path.join(import.meta.dirname, name + (isWorkspace ? '.tsx' : '.js'));

/** What the builds of the shop's pieces, and their checks, get from the shop. Loaded by Node, not in a page. */
export const kit: Kit = {
  // Sharing jotai alone is not enough: two copies of a module that creates atoms hold separate values.
  shared: {
    // jotai/utils is bundled into the remotes that use it, and imports these two.
    jotai: { reexported: ['react', 'vanilla'] },
    '@patchwork/shop': { strictVersion: true },
    // For the devtools, which show the internals of a page's owner. Teams' remotes don't install it.
    '@patchwork/shop/state/host': {},
  },
  standalone: moduleHere('main'),
  prerender: moduleHere('prerender'),
  // The pictures of the sample data, for pages that start the mock.
  publicFolders: [path.join(import.meta.dirname, '../../mock-server/public')],
  // Less than half as large as lodash, with a file for each function that Mirage imports. Shoppers of a shop on the mock
  // download it, but nobody does in a team's repository, where npm would write 4,300 files for it.
  ...(isWorkspace && {
    alias: {
      lodash: path.dirname(fileURLToPath(import.meta.resolve('es-toolkit/compat/isEqual'))),
    },
  }),
  ...(isWorkspace && {
    messages: ['../../shop/ui', '../../shop/domain'].map((folder) =>
      path.join(import.meta.dirname, folder),
    ),
  }),
  login: { page: 'login', button: 'Login as Guest' },
  // The mock simulates payments.
  onMock: ({ payment: _real, ...config }: { readonly payment?: unknown }) => config,
  // A person sees how pages wait for an API that takes 400 ms. A program only needs that they wait.
  trialScript: "globalThis[Symbol.for('patchwork.mock.delay')] = 50;",
  // Loaded on demand: the mock takes longer to load than most commands run.
  async readSample(address) {
    const { readSample } = await import('@patchwork/mock-server/sample-answers');
    return readSample(address);
  },
};
