// Written by “pnpm types” from messages/en/stockAlert.json.
export const heading: string = `Tell me when it is back`;
export const dontTell: string = `Don’t tell me`;
export const enterEmail: string = `Enter your email.`;
export const emailLabel: string = `Your email`;
export const mailSent: (values: { readonly email: string | number }) => string = (values) => `A mail to ${values.email} is on its way. Open its link within a day, and we write once more: when this is in stock again.`;
export const willWrite: (values: { readonly email: string | number }) => string = (values) => `We write to ${values.email} once, when this is in stock again.`;
export const confirmQuestion: string = `Shall we write to you, once, when the product is in stock again?`;
export const confirmButton: string = `Yes, tell me`;
export const confirmDone: string = `Thank you. We write to you when it is in stock again.`;
export const stopQuestion: string = `Shall we write to you no more about products that are back in stock?`;
export const stopButton: string = `End all such mails`;
export const stopDone: string = `You get no more such mails.`;
export const seeProduct: string = `See the product`;
