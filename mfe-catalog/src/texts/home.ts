// Written by “pnpm types” from messages/en/home.json.
export const dataLanguage: string = ``;
export const heading: string = `Made slowly, worn often.`;
export const intro: string = `Overshirts, kurtas and dungarees, cut from honest cloth and sewn to be mended.`;
export const shop: string = `Shop the collection`;
export const byCategory: string = `Shop by Category`;
export const categoriesNotLoaded: string = `The categories could not be loaded.`;
export const story: string = `How a piece is made`;
export const storyCloth: string = `It begins with cloth: khadi, linen and indigo denim, woven slowly and dyed by hand.`;
export const storyPatches: string = `Nothing is cut to be thrown away, so every offcut becomes a patch, a pocket, a lining.`;
export const storyMend: string = `And where a piece wears through, the seams have cloth to spare: sew, and wear it on.`;
export const delivery: string = `Delivery`;
export const deliveryNote: string = `No charge, anywhere in India. Each product says in how many days you get it.`;
export const returns: string = `Returns`;
export const returnsNote: string = `Something does not fit? Tell us, and what you would like instead.`;
export const payment: string = `Payment`;
export const paymentNote: string = `In Razorpay’s own window: the details of your card never reach the shop.`;
