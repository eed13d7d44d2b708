// A remote in plain JavaScript: the browser runs this file as it is written, except for the hash of its style
// sheet. docs/teams.md lists what the shop requires of it.

globalThis.mfe_size_guide = (() => {
  const folder = new URL('.', document.currentScript.src);

  // Names the element after the version, which is the folder's name: two versions may be on one page, and a custom
  // element can be defined only once.
  const tag = `mfe-size-guide-${folder.pathname.split('/').at(-2).replaceAll('.', '-')}`;

  const chest = { S: '86–91', M: '91–96', L: '96–102', XL: '102–108', XXL: '108–114' };

  // Trusted Types forbid setting innerHTML.
  function make(name, ...content) {
    const element = document.createElement(name);
    element.append(...content);
    return element;
  }

  class SizeGuide extends HTMLElement {
    connectedCallback() {
      const head = make('tr', make('th', 'Size'), make('th', 'Chest in cm'));
      const rows = Object.entries(chest).map(([size, range]) =>
        make('tr', make('th', size), make('td', range)),
      );
      const table = make('table', make('thead', head), make('tbody', ...rows));
      table.className = 'mfe-size-guide-table';
      const page = make('div', make('h1', 'Size guide'), table);
      page.className = 'container';
      this.replaceChildren(page);
    }
  }

  function loadStyles() {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL('size-guide.css', folder).href;
    link.integrity = '<hash of size-guide.css>';
    link.crossOrigin = 'anonymous';
    return new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => {
        link.remove();
        reject(new Error(`${link.href} could not be loaded`));
      };
      document.head.append(link);
    });
  }

  let shared;

  async function loadSizeGuide() {
    await loadStyles();
    if (!customElements.get(tag)) customElements.define(tag, SizeGuide);
    // The share scope lists copies by package, then by version. The shell provides one copy of each package.
    const [react] = Object.values(shared.react);
    const { createElement } = (await react.get())();
    return { Component: () => createElement(tag) };
  }

  const modules = { './SizeGuide': loadSizeGuide };

  return {
    init(scope) {
      shared = scope;
    },
    async get(name) {
      const module = await modules[name]();
      return () => module;
    },
  };
})();
