// Written by “pnpm types” from messages/en/home.json.
export let heading: string = `Made slowly, worn often.`;
export let intro: string = `Overshirts, kurtas and dungarees, cut from honest cloth and sewn to be mended.`;
export let shop: string = `Shop the collection`;
export let byCategory: string = `Shop by Category`;
export let categoriesNotLoaded: string = `The categories could not be loaded.`;
export let story: string = `How a piece is made`;
export let storyCloth: string = `It begins with cloth: khadi, linen and indigo denim, woven slowly and dyed by hand.`;
export let storyPatches: string = `Nothing is cut to be thrown away, so every offcut becomes a patch, a pocket, a lining.`;
export let storyMend: string = `And where a piece wears through, the seams have cloth to spare: sew, and wear it on.`;
export let delivery: string = `Delivery`;
export let deliveryNote: string = `No charge, anywhere in India. Each product says in how many days you get it.`;
export let returns: string = `Returns`;
export let returnsNote: string = `Something does not fit? Tell us, and what you would like instead.`;
export let payment: string = `Payment`;
export let paymentNote: string = `In Razorpay’s own window: the details of your card never reach the shop.`;

export type Texts = readonly [typeof heading, typeof intro, typeof shop, typeof byCategory, typeof categoriesNotLoaded, typeof story, typeof storyCloth, typeof storyPatches, typeof storyMend, typeof delivery, typeof deliveryNote, typeof returns, typeof returnsNote, typeof payment, typeof paymentNote];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [heading, intro, shop, byCategory, categoriesNotLoaded, story, storyCloth, storyPatches, storyMend, delivery, deliveryNote, returns, returnsNote, payment, paymentNote] = texts;
}
