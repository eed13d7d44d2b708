/*
 * Statements at the beginning of a script that runs before all others in a page: in development, and when the gate opens
 * pages. `watchViolations` passes what the page's policy refuses to `tell`, with the place in the code.
 */

/** Returns the places in a stack as [file, line, column]. */
const placesIn = (stack) =>
  [...String(stack ?? '').matchAll(/((?:https?|webpack-internal):\S+?):(\d+):(\d+)/g)].map(
    ([, file, line, column]) => ({ file, line: Number(line), column: Number(column) }),
  );

/** Returns the first place that is neither in a script of the shell nor in this one, which is in the page itself. */
const placeOfRemote = (stack) =>
  placesIn(stack).find(
    ({ file }) => /\.\w+$/.test(file) && !file.startsWith(`${location.origin}/static/`),
  );

/**
 * Places of calls that the policy may refuse later, by what they call: the browser names the innermost script, which may
 * be the mock's, and not the file of code in an eval.
 */
const calls = new Map();

/** Notes the place of each call of a function. */
function noteCalls(owner, name, keyOf) {
  const original = owner?.[name];
  if (!original) return;
  owner[name] = function (...values) {
    const key = keyOf(...values);
    if (key) calls.set(key, placeOfRemote(new Error().stack));
    return original.apply(this, values);
  };
}

// biome-ignore lint/correctness/noUnusedVariables: the statements after these call it.
const { fetch: browserFetch } = window;
noteCalls(window, 'fetch', (input) => {
  const address = new URL(input instanceof Request ? input.url : input, location.href);
  return address.origin !== location.origin && address.origin;
});
for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
  noteCalls(window.WebAssembly, name, () => 'wasm-eval');
}
for (const name of ['append', 'prepend']) {
  noteCalls(Element.prototype, name, (node) => node instanceof HTMLStyleElement && 'inline');
}
for (const name of ['appendChild', 'insertBefore']) {
  noteCalls(Node.prototype, name, (node) => node instanceof HTMLStyleElement && 'inline');
}

/**
 * Returns where a component rendered the first picture with a data: address, which the browser doesn’t say. Only React’s
 * development build knows the place.
 */
function pictureInData() {
  const picture = document.querySelector('img[src^="data:" i]');
  if (!picture) return {};
  const fiber = Object.keys(picture).find((key) => key.startsWith('__reactFiber$'));
  // The first place is the function of React that creates elements.
  const [, place] = placesIn(fiber && picture[fiber]._debugStack?.stack);
  const { className, alt } = picture;
  return { ...place, element: `<img class="${className}" alt="${alt}">` };
}

// biome-ignore lint/correctness/noUnusedVariables: the statements after these call it.
function watchViolations(tell) {
  document.addEventListener('securitypolicyviolation', (event) => {
    // The page itself would log it without the place.
    event.stopImmediatePropagation();
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, columnNumber, sample } = event;
    const key = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI;
    tell({
      ...{ directive: effectiveDirective, blocked: blockedURI, sample, element: '' },
      ...{ file: sourceFile ?? '', line: lineNumber, column: columnNumber },
      ...calls.get(key),
      // A picture is requested after the code that has rendered it.
      ...(effectiveDirective === 'img-src' && blockedURI === 'data' && pictureInData()),
    });
  });
}
