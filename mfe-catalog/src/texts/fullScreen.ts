// Written by “pnpm types” from messages/en/fullScreen.json.
export const picturesOf: (values: { readonly title: string | number }) => string = (values) => `Pictures of ${values.title}`;
export const notShown: (values: { readonly alt: string | number }) => string = (values) => `This picture can’t be shown: ${values.alt}`;
export const position: (values: { readonly index: string | number; readonly count: string | number }) => string = (values) => `${values.index} of ${values.count}`;
export const enlarged: (values: { readonly times: string | number }) => string = (values) => `, enlarged ${values.times} times`;
export const previous: string = `Previous picture`;
export const next: string = `Next picture`;
export const zoomOut: string = `Zoom out`;
export const zoomIn: string = `Zoom in`;
export const close: string = `Close`;
