import * as v from 'valibot';

/** What a browser says of something that the page's policy refused: fields of a SecurityPolicyViolationEvent. */
export const violationSchema = v.object({
  /** Effective directive: 'img-src'. */
  directive: v.string(),
  /** What was refused: an address, or a word such as 'inline', 'eval', 'wasm-eval', 'data'. */
  blocked: v.string(),
  /** Address of the script that caused it; empty if it is unknown. */
  file: v.string(),
  /** From 1; 0 if it is unknown. */
  line: v.number(),
  column: v.number(),
  /** Beginning of the refused text. For Trusted Types, the name of the property or function comes first. */
  sample: v.string(),
  /** Element that the place is unknown of; empty by default. */
  element: v.optional(v.string(), ''),
});

export type Violation = v.InferOutput<typeof violationSchema>;

interface Remedy {
  readonly directive: RegExp;
  readonly blocked: RegExp;
  /** What to do. `asked` is the right that would allow it, as it is written in remote.json. */
  readonly advice: (blocked: string) => string;
}

const anything = /^/;
const inlined = /^data(?::|$)/;
const address = /^(?:https?|wss?):/;

/** Returns the lines that ask for a right to an origin. */
const askFor = (use: string) => (blocked: string) =>
  `Ask for it in remote.json, "rights": { "${new URL(blocked).origin}": ["${use}"] }; the shop grants it under "rights" of its config.json.`;

const noCode =
  'No text becomes code: take a function instead of eval, new Function or a timer with a text; of a library that compiles templates or schemas, its precompiled form.';

const emitFiles =
  'The build emits a file for each one that is imported or named by url(): use remoteConfig of @patchwork/build, build.assetsInlineLimit: 0 in Vite, or type: "asset/resource" in Rspack and webpack.';

/**
 * What to do about what the policy refuses. The first entry that matches counts. Development and the gate say the same.
 */
const remedies: readonly Remedy[] = [
  {
    ...{ directive: anything, blocked: /^wasm-eval$/ },
    advice: () => 'Ask for WebAssembly in remote.json: "rights": { "self": ["wasm"] }.',
  },
  { directive: anything, blocked: /^eval$/, advice: () => noCode },
  {
    ...{
      directive: /^require-trusted-types-for|^trusted-types/,
      blocked: /eval|Function|setTimeout|setInterval/,
    },
    advice: () => noCode,
  },
  {
    ...{ directive: /^require-trusted-types-for|^trusted-types/, blocked: /script/i },
    advice: () =>
      'Scripts come from the remote’s own build: load them by import(). For a script of another company, ask for its origin in remote.json, "rights": { "https://…": ["script"] }.',
  },
  {
    ...{ directive: /^require-trusted-types-for|^trusted-types/, blocked: anything },
    advice: () =>
      'No text becomes HTML: render elements with React or document.createElement, and text with textContent.',
  },
  {
    ...{ directive: /^style-src/, blocked: /^inline$/ },
    advice: () =>
      'Move the rules into a .css or .module.css file; single values may be set by React’s style or element.style. Of a CSS-in-JS library, use the form that extracts its styles at build time.',
  },
  {
    ...{ directive: /^script-src/, blocked: /^inline$/ },
    advice: () =>
      'No script or handler is written into HTML: use onClick of React, or addEventListener.',
  },
  { directive: /^(?:img|font)-src/, blocked: inlined, advice: () => emitFiles },
  {
    ...{ directive: /^img-src/, blocked: /^blob/ },
    advice: () => 'Draw the picture on a <canvas>, or upload it and show its address.',
  },
  {
    ...{ directive: /^img-src/, blocked: address },
    advice: (blocked) =>
      `${askFor('image')(blocked)} Pictures of products: imageOrigins of config.json.`,
  },
  {
    ...{ directive: /^connect-src/, blocked: /^(?:data|blob)/ },
    advice: () => 'Read the data directly, without fetch: it is already in the page.',
  },
  { directive: /^connect-src/, blocked: address, advice: askFor('connect') },
  { directive: /^frame-src/, blocked: address, advice: askFor('frame') },
  {
    ...{ directive: /^script-src/, blocked: address },
    advice: (blocked) =>
      `Install the package and import it, so that the build contains it. ${askFor('script')(blocked)}`,
  },
  {
    ...{ directive: /^(?:style|font)-src/, blocked: address },
    advice: () => 'Put the file into the remote, and import it or name it by url().',
  },
  {
    ...{ directive: /^worker-src/, blocked: anything },
    advice: () =>
      'Start a worker from a file: new Worker(new URL("./worker.ts", import.meta.url)).',
  },
  {
    ...{ directive: /^form-action/, blocked: anything },
    advice: () => 'Handle the form with onSubmit, and send its values with fetch.',
  },
  {
    ...{ directive: anything, blocked: anything },
    advice: () => 'No page may load or do that.',
  },
];

/** Name of the property or function that got a text, in the sample of a Trusted Types violation. */
const sinkOf = (sample: string): string => sample.split('|')[0] ?? '';

/** Describes what was refused. Of an address, only the origin. */
function thingOf({ directive, blocked, sample }: Violation): string {
  if (blocked.startsWith('trusted-types-')) return sinkOf(sample) || blocked;
  if (address.test(blocked) && URL.canParse(blocked)) return new URL(blocked).origin;
  if (blocked === 'inline')
    return directive.startsWith('style') ? 'inline styles' : 'inline scripts';
  return inlined.test(blocked) ? 'data: addresses' : blocked;
}

export function remedyOf(violation: Violation): string {
  const { directive, blocked, sample } = violation;
  const what = blocked.startsWith('trusted-types-') ? sinkOf(sample) : blocked;
  const found = remedies.find(
    (remedy) => remedy.directive.test(directive) && remedy.blocked.test(what),
  );
  return found?.advice(what) ?? '';
}

/** A place in the code, for people: 'src/features/lab/Lab.tsx:12:5'. */
export interface Place {
  readonly name: string;
  /** The code there, if the place is in a minified file. */
  readonly excerpt?: string | undefined;
}

/** Says what the page's policy refused, where, and what to do. */
export function describeViolation(violation: Violation, place: Place | undefined): string {
  const { element } = violation;
  const unknown = element === '' ? '' : ` of ${element}`;
  const at = place ? ` at ${place.name}` : unknown;
  const code = place?.excerpt === undefined ? '' : ` (“${place.excerpt}”)`;
  return `the page’s policy (${violation.directive}) refuses ${thingOf(violation)}${at}${code}. ${remedyOf(violation)}`;
}
