/*
 * Statements of the inline script of a page in development, after those of violation-watch.mjs and `options`. Explains
 * what the page's policy refuses, and lets only the bundler's own code through where hot reload needs more than a
 * released page has.
 */

/** Notes the place of a text that is refused. */
function noteSink() {
  calls.set('trusted-types-sink', placeOfRemote(new Error().stack));
  return null;
}

/**
 * Rules of the Trusted Types policy that the bundler's code needs, beside those of a released page. For all other texts
 * they return null, which the browser refuses and reports.
 */
const ofBundler = {
  /** Modules of a development build whose source map is in an eval. */
  createScript(text) {
    if (/\n\/\/# sourceURL=webpack-internal:\/\/\//.test(text)) return text;
    return noteSink();
  },
  /** The overlay with the bundler's errors. */
  createHTML(text) {
    if (!/^\s*<style>\s*\.root \{/.test(text)) return noteSink();
    return text
      .replace('<style>', `<style nonce="${options.nonce}">`)
      .replaceAll(/ style="[^"]*"/g, '');
  },
};

const { trustedTypes } = window;
if (trustedTypes && options.isAlone) {
  trustedTypes.createPolicy('default', { ...ofBundler, createScriptURL: (address) => address });
} else if (trustedTypes) {
  const create = trustedTypes.createPolicy.bind(trustedTypes);
  trustedTypes.createPolicy = (name, rules) => create(name, { ...ofBundler, ...rules });
}

/** Shows a text over the page until it is pressed. */
function show(text) {
  const box = document.createElement('button');
  box.type = 'button';
  box.setAttribute('role', 'alert');
  box.dataset.policyViolation = '';
  box.textContent = text;
  box.style.cssText =
    'position:fixed;z-index:9998;inset:auto 8px 8px;padding:12px;text-align:left;font:14px/1.5 ui-monospace,monospace;color:#fff;background:#8c1d18;border:0;border-radius:8px;cursor:pointer';
  box.onclick = () => box.remove();
  (document.body ?? document.documentElement).append(box);
}

const known = new Set();

async function explain(violation) {
  const body = JSON.stringify(violation);
  const response = await browserFetch(options.report, { method: 'POST', body });
  const text = await response.text();
  if (!response.ok || known.has(text)) return;
  known.add(text);
  show(text);
  const error = Object.assign(new Error(text), { name: 'PolicyViolation' });
  // The piece at fault is found by its files in the stack.
  error.stack = `${error}\n    at ${violation.file}:${violation.line}:${violation.column}`;
  reportError(error);
}

watchViolations((violation) => {
  explain(violation).catch(() => console.error('The page’s policy refuses', violation));
});
