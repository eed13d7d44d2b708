import type { PrerenderModule } from '@patchwork/build/kit';
import type { RemoteJson } from '@patchwork/host';
import { createPageRenderer, renderPages } from './render-pages.tsx';
import { type ComponentOf, componentIn } from './standalone-remotes.tsx';

// '@remote' is an alias of the remote's folder, which the build sets (see kit.ts).
const root = import.meta.webpackContext('@remote', { recursive: false, regExp: /\/remote\.json$/ });
const exposed = import.meta.webpackContext('@remote/src/exposes', { regExp: /\.tsx$/ });

const { routes } = root('./remote.json') as RemoteJson;

const componentOf: ComponentOf = (module) => componentIn(exposed(`${module}.tsx`));

/** Renders, at build time, the pages that declare `prerender`. */
export const prerender: PrerenderModule['prerender'] = (language) =>
  renderPages(
    routes.filter((route) => route.prerender),
    componentOf,
    language,
  );

/** Renders a page or fragment on a server. */
export const render: PrerenderModule['render'] = createPageRenderer(componentOf);
