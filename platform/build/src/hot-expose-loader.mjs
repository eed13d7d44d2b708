/**
 * Bundler loader that wraps an exposed module in a component, which mounts the module again after each edit: the
 * released React is a production build and doesn't support React Refresh. Errors of the module or its component stay
 * inside the wrapper, so that the next edit can be mounted.
 *
 * @this {{ resourcePath: string, getOptions(): { wrapper: string, shared: readonly string[] } }}
 */
export default function hotExpose() {
  const { wrapper, shared } = this.getOptions();
  const exposed = JSON.stringify(`${this.resourcePath}?exposed`);
  const requireShared = shared.map((name) => `require(${JSON.stringify(name)})`).join(', ');
  return `
    import * as React from 'react';
    import { createHotComponent } from ${JSON.stringify(wrapper)};

    // Never called. A file that can't be compiled imports nothing: without these the update would
    // remove shared packages from the page, and the update after it could not bring them back.
    export const sharedPackages = () => [${requireShared}];

    const { Component, update } = createHotComponent(React, {
      load: () => require(${exposed}),
      status: () => import.meta.webpackHot.status(),
    });
    export { Component };

    import.meta.webpackHot.accept(${exposed}, update);
  `;
}
