import type { RemoteJson } from '@patchwork/host';
import type { ComponentType } from 'react';
import { createPageRenderer, renderPages } from './render-pages.tsx';

// '@remote' is an alias of the remote's folder, which the bundler resolves.
const root = import.meta.webpackContext('@remote', { recursive: false, regExp: /\/remote\.json$/ });
const exposed = import.meta.webpackContext('@remote/src/exposes', { regExp: /\.tsx$/ });

const { routes } = root('./remote.json') as RemoteJson;

const componentOf = <Props,>(module: string) =>
  (exposed(`${module}.tsx`) as { readonly Component: ComponentType<Props> }).Component;

/** Renders, at build time, the pages that declare `prerender`. */
export const prerender = () =>
  renderPages(
    routes.filter((route) => route.prerender),
    componentOf,
  );

export const render = createPageRenderer(componentOf);
