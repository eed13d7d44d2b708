const endpointField = () => document.querySelector<HTMLInputElement>('[name="endpoint"]');

/** After the form was filled in: it may be far above the button that did it. */
export const showForm = (): void => endpointField()?.focus();

export const submitForm = (): void => endpointField()?.form?.requestSubmit();
