// Written by “pnpm types” from messages/en/delivery.json.
export const notDelivered: (values: { readonly pin: string | number }) => string = (values) => `Not delivered to ${values.pin}`;
export const byDay: (values: { readonly day: string | number }) => string = (values) => ` · by ${values.day}`;
export const dayTo: (values: { readonly day: string | number; readonly pin: string | number }) => string = (values) => `${values.day} to ${values.pin}`;
