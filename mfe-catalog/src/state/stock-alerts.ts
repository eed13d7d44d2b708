import { type OutputOf, serverData } from '@patchwork/shop';

/** Whether the shop can send mails to an address. */
export const alertOfferAtom = serverData<OutputOf<'getStockAlertOffer'>>(() => ({
  key: ['stock-alert-offer'],
  scope: 'shop',
  load: (api, options) => api.getStockAlertOffer({}, options),
}));

/** The products that the shopper waits for; no data when logged out. */
export const alertsAtom = serverData<OutputOf<'listStockAlerts'>>(() => ({
  key: ['stock-alerts'],
  scope: 'shopper',
  load: (api, options) => api.listStockAlerts({}, options),
}));
