import path from 'node:path';

/**
 * Puts a component that can be exchanged in front of an exposed module: an edit anywhere below it is
 * mounted in its place. The released React is a production build, which refreshes no component.
 * A crash, of the module or of its component, stays below it too, so the next edit can be mounted.
 *
 * @this {{ resourcePath: string, rootContext: string, getOptions(): { component: string } }}
 */
export default function hotExpose() {
  const { component } = this.getOptions();
  const file = path.relative(this.rootContext, this.resourcePath);
  const exposed = JSON.stringify(`${this.resourcePath}?exposed`);
  return `
    import * as React from 'react';
    import { hotComponent } from ${JSON.stringify(component)};

    const { Component, renew } = hotComponent(React, {
      file: ${JSON.stringify(file)},
      load: () => require(${exposed}),
      updates: import.meta.webpackHot,
    });
    export { Component };

    import.meta.webpackHot.accept(${exposed}, renew);
  `;
}
