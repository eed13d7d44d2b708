// Written by “pnpm types” from messages/en/fullScreen.json.
export let picturesOf: (values: { readonly title: string | number }) => string = (values) => `Pictures of ${values.title}`;
export let notShown: (values: { readonly alt: string | number }) => string = (values) => `This picture can’t be shown: ${values.alt}`;
export let position: (values: { readonly index: string | number; readonly count: string | number }) => string = (values) => `${values.index} of ${values.count}`;
export let enlarged: (values: { readonly times: string | number }) => string = (values) => `, enlarged ${values.times} times`;
export let previous: string = `Previous picture`;
export let next: string = `Next picture`;
export let zoomOut: string = `Zoom out`;
export let zoomIn: string = `Zoom in`;
export let close: string = `Close`;

export type Texts = readonly [typeof picturesOf, typeof notShown, typeof position, typeof enlarged, typeof previous, typeof next, typeof zoomOut, typeof zoomIn, typeof close];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [picturesOf, notShown, position, enlarged, previous, next, zoomOut, zoomIn, close] = texts;
}
