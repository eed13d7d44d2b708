/**
 * Puts a component that can be exchanged in front of an exposed module: an edit anywhere below it is
 * mounted in its place. The released React is a production build, which refreshes no component.
 *
 * @this {{ resourcePath: string }}
 */
export default function hotExpose() {
  const exposed = JSON.stringify(`${this.resourcePath}?exposed`);
  return `
    import { createElement, useSyncExternalStore } from 'react';
    import * as exposed from ${exposed};

    const hearers = new Set();
    const subscribe = (hear) => {
      hearers.add(hear);
      return () => hearers.delete(hear);
    };
    const newest = () => exposed.Component;

    export const Component = (props) =>
      createElement(useSyncExternalStore(subscribe, newest), props);

    import.meta.webpackHot.accept(${exposed}, () => {
      for (const hear of hearers) hear();
    });
  `;
}
