/** Plays random sequences of a shopper's actions and of faults, in two tabs. For tests only. */
export { bindTimers } from './browser.ts';
export { errors, type Step, steps } from './chaos-steps.ts';
export { type Quantities, refusedId } from './server.ts';
export { openShopInTwoTabs, pause } from './shop-in-two-tabs.ts';
export { isSent, listNames, lists, pendingOf, start } from './shop-lists.ts';
export { type Action, createModel } from './shop-model.ts';
