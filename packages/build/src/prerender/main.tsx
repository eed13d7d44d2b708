import type { RemoteJson } from '@patchwork/federation';
import type { ComponentType } from 'react';
import { createPageRenderer, renderPages } from './render-pages.tsx';

// The bundler finds these files when it builds the remote: '@remote' is its folder.
const root = import.meta.webpackContext('@remote', { recursive: false, regExp: /\/remote\.json$/ });
const exposed = import.meta.webpackContext('@remote/src/exposes', { regExp: /\.tsx$/ });

const { routes } = root('./remote.json') as RemoteJson;

const componentOf = <Props,>(module: string) =>
  (exposed(`${module}.tsx`) as { readonly Component: ComponentType<Props> }).Component;

/** Renders the pages for the build. */
export const prerender = () =>
  renderPages(
    routes.filter((route) => route.prerender),
    componentOf,
  );

/** Renders a page for a server. */
export const render = createPageRenderer(componentOf);
