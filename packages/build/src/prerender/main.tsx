import type { RemoteJson } from '@patchwork/federation';
import { type ExposedPage, renderPages } from './render-pages.tsx';

// The bundler finds these files when it builds the remote: '@remote' is its folder.
const root = import.meta.webpackContext('@remote', { recursive: false, regExp: /\/remote\.json$/ });
const exposed = import.meta.webpackContext('@remote/src/exposes', { regExp: /\.tsx$/ });

const { routes } = root('./remote.json') as RemoteJson;

export const pages = renderPages(
  routes.filter(({ prerender }) => prerender),
  (module) => exposed(`${module}.tsx`) as ExposedPage,
);
