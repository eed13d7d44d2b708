import type { RemoteJson } from '@patchwork/federation';
import type { ComponentType } from 'react';
import { renderPages } from './render-pages.tsx';

// The bundler finds these files when it builds the remote: '@remote' is its folder.
const root = import.meta.webpackContext('@remote', { recursive: false, regExp: /\/remote\.json$/ });
const exposed = import.meta.webpackContext('@remote/src/exposes', { regExp: /\.tsx$/ });

const { routes } = root('./remote.json') as RemoteJson;

/** Exports of a page's module. */
interface ExposedPage {
  readonly Component: ComponentType;
  /** The page with placeholders for its data, for a server that knows them. */
  readonly FirstWords?: ComponentType;
}

function prerenderedComponents(module: string): ComponentType[] {
  const { Component, FirstWords } = exposed(`${module}.tsx`) as ExposedPage;
  return FirstWords ? [FirstWords, Component] : [Component];
}

export const pages = renderPages(
  routes.filter(({ prerender }) => prerender),
  prerenderedComponents,
);
