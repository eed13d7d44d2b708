// Written by “pnpm types” from messages/en/summary.json.
export const dataLanguage: string = ``;
export const item: string = `Item`;
export const quantity: string = `Quantity`;
export const lineTotal: string = `Line total`;
export const cashOnDelivery: string = `Cash on delivery`;
export const totalPrice: string = `Total Price`;
