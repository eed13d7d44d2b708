// Written by “pnpm types” from messages/en/pending.json.
import { createElement, Fragment, type ReactNode } from 'react';

export const badId: string = `Please enter the payment ID as Razorpay’s message has it: pay_ and letters or digits.`;
export const usedId: string = `This payment has paid for another order of yours. Please look for the message of this one.`;
export const paymentId: string = `Payment ID (it begins with pay_)`;
export const iPaid: string = `I paid: complete the order`;
export const notLookedUp: string = `The payment could not be looked up.`;
export const otherAccount: string = `The shop has changed its payment account since, and can’t see whether it went through. If you were charged, please contact the shop. If not, discard it.`;
export const isPaid: (values: { readonly total: string | number }) => string = (values) => `${values.total} is paid`;
export const isOpen: (values: { readonly total: string | number }) => string = (values) => `${values.total} is still open`;
export const lookingUp: string = `Looking it up… Is it open in another tab? Then finish it there.`;
export const wentThrough: string = `It went through, and its answer never reached the shop. You are not charged again.`;
export const complete: string = `Complete the order`;
export const notCharged: string = `Nothing has been charged for it.`;
export const placeOrder: string = `Place the order`;
export const continuePaying: string = `Continue paying`;
export const discard: (values: { readonly hidden: (text: string) => ReactNode }) => ReactNode = (values) => createElement(Fragment, null, `Discard`, values.hidden(` this payment`));
export const tryAgain: string = `Try again`;
export const cannotSee: string = `The shop can’t see from here whether it went through. If you were charged, Razorpay’s message to you names the payment: the order is completed with it, and you don’t pay again.`;
export const didNotPay: string = `I did not pay: continue paying`;
export const didNotPayDiscard: string = `I did not pay: discard it`;
export const heading: string = `A payment is still open`;
export const openedOn: (values: { readonly pieces: number; readonly total: string | number; readonly time: string | number }) => string = (values) => (values.pieces === 1 ? `${values.total} for one piece, opened on ${values.time}.` : `${values.total} for ${values.pieces} pieces, opened on ${values.time}.`);
